"""Certificates for https: one that was given, or one that this machine has made itself."""

import ipaddress
import json
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from attrs import frozen

from companion.kernel.text import messages
from companion.server.network import CannotListen
from companion.storage.errors import speaking

T, N = messages("companion")

#: Validity of the machine's own root and of its server certificate, in days; phones accept no longer ones.
_ROOT_DAYS: Final = 3650
_DAYS: Final = 397
#: Age in seconds from which the server certificate is renewed at the next start.
_OLD: Final = 300 * 24 * 3600.0
_PATIENCE: Final = 30.0
#: Files of the machine's own certificates: the last one has the addresses and names of the current one.
_ROOT, _ROOT_KEY, _CHAIN, _KEY, _SIGNED = "root.crt", "root.key", "server.crt", "server.key", "signed.json"
_NEW_KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")

#: The root is trusted for machines on home networks only, and for no public site.
_HOME: Final = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)
_NAMES: Final = ("local", "localhost")


class Certificate(Protocol):
    """A source of certificates for a listener."""

    def context(self, hosts: Sequence[str]) -> ssl.SSLContext:
        """Return the TLS context of a listener.

        :param hosts: the addresses at which the listener is reached.
        :raises NoCertificate: if there is none.
        """

    def root(self) -> bytes | None:
        """Return the root certificate that a phone has to trust once, in PEM; ``None`` if it need not."""


class NoCertificate(CannotListen):
    """There is no certificate for https."""


@frozen
class GivenCertificate:
    """A certificate issued for this machine's name.

    :param chain: file of the certificate, followed by its intermediates, in PEM.
    :param key: file of its key, without a password.
    """

    chain: Path
    key: Path

    def context(self, hosts: Sequence[str] = ()) -> ssl.SSLContext:  # noqa: ARG002 (the certificate names its hosts)
        """Return the TLS context; see :class:`Certificate`."""
        return _context(self.chain, self.key)

    def root(self) -> None:
        """Return nothing: browsers trust its issuer."""


@frozen
class OwnCertificate:
    """A root that this machine has made, and the certificate it signs for the machine's current addresses.

    :param folder: where both are kept; readable only by its owner.
    """

    folder: Path

    def context(self, hosts: Sequence[str]) -> ssl.SSLContext:
        """Return the TLS context; see :class:`Certificate`.

        :raises StorageError: if it could not be kept.
        """
        names = sorted(filter(_is_home, {*hosts, "127.0.0.1", "::1"}))
        with speaking():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not (self._holds(_ROOT) and self._holds(_ROOT_KEY)):
                self._make_root()
            if not self._is_fresh(names):
                self._sign(names)
        return _context(self.folder / _CHAIN, self.folder / _KEY)

    def root(self) -> bytes | None:
        """Return the root certificate that a phone has to trust once."""
        return (self.folder / _ROOT).read_bytes() if self._holds(_ROOT) else None

    def _holds(self, name: str) -> bool:
        return (self.folder / name).is_file()

    def _is_fresh(self, names: Sequence[str]) -> bool:
        try:
            signed = json.loads((self.folder / _SIGNED).read_text(encoding="utf-8"))
            age = time.time() - (self.folder / _CHAIN).stat().st_mtime
        except (OSError, ValueError):
            return False
        return signed == _alternatives(names) and 0 <= age < _OLD and self._holds(_KEY)

    def _make_root(self) -> None:
        (self.folder / _SIGNED).unlink(missing_ok=True)  # by another root
        with tempfile.TemporaryDirectory(dir=self.folder) as made:
            settings = Path(made, "settings")
            permitted = [
                f"permitted;IP:{net.network_address}/{net.netmask}" for net in map(ipaddress.ip_network, _HOME)
            ]
            permitted += [f"permitted;DNS:{name}" for name in _NAMES]
            # The name tells one machine's root from another's in a phone's list of trusted certificates.
            settings.write_text(
                f"[req]\nprompt=no\ndistinguished_name=who\n[who]\nCN=Companion on {_machine()}\n"
                "[v3]\nbasicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign\n"
                f"subjectKeyIdentifier=hash\nnameConstraints=critical,{','.join(permitted)}\n",
                encoding="utf-8",
            )
            words = ("-days", str(_ROOT_DAYS), "-sha256", "-config", "settings", "-extensions", "v3")
            _openssl(made, "req", "-x509", "-new", *_NEW_KEY, *words, "-keyout", "root.key", "-out", "root.crt")
            self._put(made, _ROOT_KEY, _ROOT)

    def _sign(self, names: Sequence[str]) -> None:
        """Make a certificate for the machine's addresses and names, signed by the root."""
        with tempfile.TemporaryDirectory(dir=self.folder) as made:
            others = _alternatives(names)
            settings = Path(made, "settings")
            settings.write_text(
                "[req]\nprompt=no\ndistinguished_name=who\n[who]\nCN=Companion\n"
                "[v3]\nbasicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n"
                "extendedKeyUsage=serverAuth\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n"
                f"subjectAltName={','.join(others)}\n",
                encoding="utf-8",
            )
            _openssl(
                made, "req", "-new", *_NEW_KEY, "-config", "settings", "-keyout", "server.key", "-out", "server.csr"
            )
            here = self.folder.absolute()
            root = ("-CA", str(here / _ROOT), "-CAkey", str(here / _ROOT_KEY))
            words = ("-set_serial", str(int.from_bytes(os.urandom(8))), "-days", str(_DAYS), "-sha256")
            extended = ("-extfile", "settings", "-extensions", "v3", "-out", "server.crt")
            _openssl(made, "x509", "-req", "-in", "server.csr", *root, *words, *extended)
            Path(made, "signed.json").write_text(json.dumps(others), encoding="utf-8")
            self._put(made, _KEY, _CHAIN, _SIGNED)

    def _put(self, made: str, *names: str) -> None:
        for name in names:
            Path(made, name).chmod(0o600)
            Path(made, name).replace(self.folder / name)


def _context(chain: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # A key with a password would prompt in the terminal and block.
        context.load_cert_chain(chain, key, password=lambda: "")
    except (OSError, ValueError) as error:
        missing = next((str(file) for file in (chain, key) if not os.access(file, os.R_OK)), None)
        if missing:
            raise NoCertificate(T("{file} cannot be read.", file=missing)) from error
        text = T(
            "{file} is not a certificate that goes with the key in {key}. Both have to be in PEM, and the key without a password.",
            file=str(chain),
            key=str(key),
        )
        raise NoCertificate(text) from error
    return context


def _openssl(folder: str, *words: str) -> None:
    """Run ``openssl``, which most systems have."""
    program = shutil.which("openssl")
    if program is None:
        raise NoCertificate(
            T(
                "To make a certificate, Companion needs the program “openssl”, which is not installed here. Install it, "
                "or name a certificate of your own with --cert and --cert-key."
            )
        )
    try:
        done = subprocess.run(
            [program, *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=_PATIENCE,
            check=False,
        )
        said = "" if done.returncode == 0 else done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2] or "?"
    except subprocess.TimeoutExpired as late:
        said = str(late)
    if said:
        raise NoCertificate(T("“openssl” did not make a certificate. It says: {said}", said=said))


def _is_home(host: str) -> bool:
    address = ipaddress.ip_address(host)
    nets = map(ipaddress.ip_network, _HOME)
    return any(address.version == net.version and address in net for net in nets)


def _alternatives(names: Sequence[str]) -> list[str]:
    return [*(f"IP:{name}" for name in names), *(f"DNS:{name}" for name in ("localhost", *_own_names()))]


def _machine() -> str:
    """Return this machine's name, without characters that are special to ``openssl``."""
    return "".join(c if c.isascii() and (c.isalnum() or c == "-") else "-" for c in socket.gethostname())[:40] or "home"


def _own_names() -> tuple[str, ...]:
    """Return the names under which home networks may know this machine."""
    plain = _machine().partition(".")[0].strip("-").lower()
    return (f"{plain}.local",) if plain else ()
