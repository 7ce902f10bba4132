// A WebSocket that survives lost connections: the page's end of server/resumable_ws.py. It replaces the browser's WebSocket.
//
// It dispatches "companion:lost" when the server has stopped answering, "companion:found" when it answers again,
// "companion:large" when a message is too long to be sent, and "companion:ended" when the link that authorized this page is no
// longer valid. Times are in milliseconds of this page's clock; the server's clock counts seconds.
(() => {
  // Some browsers send another Accept-Language with a WebSocket request than with a page request, so the page passes its
  // languages in a cookie.
  document.cookie = `companion_languages=${navigator.languages.join("/")};path=/;samesite=lax`;
  const BrowserSocket = window.WebSocket;
  const PROTOCOL = "companion.line.1";
  const HEARTBEAT = 1000; // between heartbeats
  const TIMEOUT = 1700; // without an answer, the connection counts as lost
  const WAKE_TIMEOUT = 600; // timeout of the first answer after the page was suspended
  const READING_TIME = 2000; // a message counts as read once it has been on screen for this long
  const CONNECT_TIMEOUT = 1500; // first timeout of a connection attempt; each further one is longer, in case a packet is lost
  const MAX_CONNECT_TIMEOUT = 30000; // the limit: browsers delay connections after many failed attempts
  const MAX_PROBES = 4; // concurrent HTTP probes; they detect that the server is back, or that the link has ended
  const ACKNOWLEDGE_AFTER = 65536; // received bytes after which an acknowledgement is sent at once
  const LINK_ENDED = 4003;
  const SERVER_HEADER = 12; // bytes of the header of a server message
  const PAGE_HEADER = 20; // bytes of the header of a page message
  const SESSION_KEY = "_flet_session_id";

  // A reloaded page starts a new session at its address. If the session continued, Flet would send the whole control tree
  // again, and on a busy phone the client would take minutes to compare it with the old one.
  const forgetSession = () => {
    try {
      sessionStorage.removeItem(SESSION_KEY);
    } catch {
      // without session storage there is no stored session
    }
  };
  forgetSession();

  let lost = false; // whether "lost" has been dispatched; shared by all sockets, as one may be given up before the next exists
  const emit = (name) => window.dispatchEvent(new Event(`companion:${name}`));
  const now = () => Date.now(); // continues while the phone sleeps

  class ResumableSocket extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;

    binaryType = "arraybuffer";
    bufferedAmount = 0;
    extensions = "";
    protocol = "";
    readyState = ResumableSocket.CONNECTING;

    #id = null;
    #socket = null; // the active connection
    #attempt = null; // a connection attempt; only one, because browsers queue a second one behind it
    #attemptedAt = 0; // start of the attempt
    #connectTimeout = CONNECT_TIMEOUT;
    #probes = 0;
    #sent = 0; // number of the last message sent
    #unacknowledged = []; // [number, packet] of each message that is not yet acknowledged
    #maxLength = Infinity; // the server's current size limit of a message, in bytes
    #received = 0; // number of the last message received
    #unacknowledgedBytes = 0;
    #lastReceived = now(); // time of the last message from the server
    #waitingSince = null; // time since when an answer is expected
    #clockOffset = 0; // the server's clock minus this page's, in seconds
    #messageTimes = []; // [time of sending on the server's clock, time of arrival on this page's clock]
    #heartbeatTimer;

    constructor(url) {
      super();
      this.url = String(url);
      this.#heartbeatTimer = setInterval(() => this.#heartbeat(), HEARTBEAT / 4);
      this.#listen("addEventListener");
      this.#connect();
    }

    // Flet's client only uses listeners; the setters complete the WebSocket interface.
    set onopen(listener) { this.addEventListener("open", listener); }
    set onmessage(listener) { this.addEventListener("message", listener); }
    set onerror(listener) { this.addEventListener("error", listener); }
    set onclose(listener) { this.addEventListener("close", listener); }

    send(data) {
      if (this.readyState !== ResumableSocket.OPEN) return;
      const body = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      if (PAGE_HEADER + body.length > this.#maxLength) return emit("large");
      const packet = new Uint8Array(PAGE_HEADER + body.length);
      const header = new DataView(packet.buffer);
      header.setUint32(0, ++this.#sent);
      header.setFloat64(4, this.#readUpTo());
      header.setFloat64(12, this.#clockOffset + now() / 1000);
      packet.set(body, PAGE_HEADER);
      this.#unacknowledged.push([this.#sent, packet]);
      if (!this.#socket) return;
      this.#socket.send(packet);
      this.#waitingSince ??= now();
    }

    close() {
      if (this.readyState === ResumableSocket.CLOSED) return;
      this.#leave();
      this.#finish(1000);
    }

    // ---- connections

    #connect() {
      if (this.#attempt) this.#disconnect(this.#attempt);
      const socket = new BrowserSocket(this.url, [PROTOCOL]);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => socket.send(JSON.stringify({ line: this.#id, got: this.#received }));
      socket.onmessage = (event) => this.#receive(socket, event.data);
      socket.onclose = (event) => this.#onClose(socket, event.code);
      this.#attempt = socket;
      this.#attemptedAt = now();
    }

    #disconnect(socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }

    #onClose(socket, code) {
      if (code === LINK_ENDED) return this.#linkEnded();
      if (socket === this.#attempt) this.#attempt = null;
      if (socket === this.#socket) {
        this.#socket = null;
        this.#connect();
      }
    }

    #activate(socket) {
      if (this.#socket && this.#socket !== socket) this.#disconnect(this.#socket);
      this.#socket = socket;
      this.#attempt = null;
      this.#connectTimeout = CONNECT_TIMEOUT;
      this.#truncateTooLong();
      for (const [, packet] of this.#unacknowledged) socket.send(packet);
    }

    // The server would close every connection on a message above its limit: only the header is sent instead.
    #truncateTooLong() {
      if (this.#unacknowledged.some(([, packet]) => packet.length > this.#maxLength)) emit("large");
      this.#unacknowledged = this.#unacknowledged.map(([number, packet]) => [
        number,
        packet.length > this.#maxLength ? packet.slice(0, PAGE_HEADER) : packet,
      ]);
    }

    // A failed WebSocket gives no reason, and many failures make the browser delay new ones: probe the server by HTTP first.
    async #probe() {
      if (this.#probes >= MAX_PROBES) return;
      this.#probes++;
      try {
        const answer = await fetch("favicon.png", { method: "HEAD", cache: "no-store" });
        if (answer.status === 403) this.#linkEnded();
        else if (this.#isLost && !(this.#attempt && now() - this.#attemptedAt < HEARTBEAT)) this.#connect();
      } catch {
        // the server cannot be reached
      } finally {
        this.#probes--;
      }
    }

    // ---- messages from the server

    #receive(socket, data) {
      if (typeof data !== "string") {
        const header = new DataView(data);
        this.#recordMessage(header.getFloat64(4)); // may be long ago, if it was sent while this page was away
        const number = header.getUint32(0);
        if (socket === this.#socket && number === this.#received + 1) {
          this.#received = number;
          this.#unacknowledgedBytes += data.byteLength;
          if (this.#unacknowledgedBytes > ACKNOWLEDGE_AFTER) this.#acknowledge();
          this.dispatchEvent(new MessageEvent("message", { data: data.slice(SERVER_HEADER) }));
        }
        return;
      }
      const message = JSON.parse(data);
      if (message.gone) return this.#startOver();
      this.#unacknowledged = this.#unacknowledged.filter(([number]) => number > message.got);
      this.#clockOffset = message.clock - now() / 1000;
      this.#recordMessage(message.clock);
      this.#maxLength = message.most ?? this.#maxLength;
      if (!message.line) return;
      this.#id = message.line;
      this.#activate(socket);
      if (this.readyState === ResumableSocket.CONNECTING) {
        this.readyState = ResumableSocket.OPEN;
        this.dispatchEvent(new Event("open"));
      }
    }

    #recordMessage(sentAt) {
      const at = now();
      this.#lastReceived = at;
      this.#waitingSince = null;
      this.#messageTimes = [...this.#messageTimes.filter((time) => time[1] > at - READING_TIME), [sentAt, at]];
      if (lost) {
        lost = false;
        emit("found");
      }
    }

    // Return the time on the server's clock up to which its messages have been read: just before the first message that arrived
    // within the last READING_TIME.
    #readUpTo() {
      const since = now() - READING_TIME;
      const latest = this.#messageTimes.at(-1)?.[0] ?? 0;
      const unread = this.#messageTimes.filter((time) => time[1] > since).map((time) => time[0] - 1e-6);
      return unread.length ? Math.min(this.#clockOffset + since / 1000, ...unread) : latest;
    }

    // ---- heartbeat and reconnect

    #acknowledge() {
      this.#unacknowledgedBytes = 0;
      this.#socket.send(JSON.stringify({ got: this.#received }));
      this.#waitingSince ??= now();
    }

    get #isLost() {
      if (this.readyState === ResumableSocket.CLOSED) return false;
      return !this.#socket || (this.#waitingSince !== null && now() - this.#waitingSince >= TIMEOUT);
    }

    #heartbeat() {
      if (document.hidden && !this.#unacknowledgedBytes) return; // saves battery
      if (this.#socket && this.#waitingSince === null && now() - this.#lastReceived >= HEARTBEAT) this.#acknowledge();
      if (this.#isLost && !document.hidden) this.#reconnect();
    }

    #reportLost() {
      if (lost) return;
      lost = true;
      emit("lost");
    }

    #reconnect() {
      this.#reportLost();
      this.#probe();
      if (this.#attempt && now() - this.#attemptedAt >= this.#connectTimeout) {
        this.#connectTimeout = Math.min(this.#connectTimeout * 1.3, MAX_CONNECT_TIMEOUT);
        this.#connect();
      } else if (!this.#attempt && this.#socket) this.#connect();
    }

    #wake = () => {
      if (document.hidden || now() - this.#lastReceived < HEARTBEAT + WAKE_TIMEOUT) return;
      // The old connection may still work: the first connection that answers becomes the active one.
      if (this.#socket) this.#acknowledge();
      this.#connect();
      setTimeout(() => {
        if (now() - this.#lastReceived > WAKE_TIMEOUT && this.readyState !== ResumableSocket.CLOSED) this.#reconnect();
      }, WAKE_TIMEOUT);
    };

    // ---- closing

    #leave = (event) => {
      if (event?.persisted || !this.#socket) return; // the page may return from the back/forward cache
      this.#socket.send('{"bye":true}');
    };

    #linkEnded() {
      this.#stop();
      emit("ended");
    }

    #startOver() {
      // Flet must not resend the control tree: the client would take minutes to compare it with the old one.
      forgetSession();
      this.#reportLost();
      this.#finish(1006);
    }

    #listen(method) {
      for (const name of ["online", "focus", "pageshow"]) window[method](name, this.#wake);
      for (const name of ["visibilitychange", "resume"]) document[method](name, this.#wake);
      window[method]("pagehide", this.#leave);
    }

    #stop() {
      this.readyState = ResumableSocket.CLOSED;
      clearInterval(this.#heartbeatTimer);
      this.#listen("removeEventListener");
      for (const socket of [this.#socket, this.#attempt]) if (socket) this.#disconnect(socket);
      this.#socket = this.#attempt = null;
    }

    #finish(code) {
      this.#stop();
      this.dispatchEvent(new CloseEvent("close", { code, wasClean: code === 1000 }));
    }
  }

  window.WebSocket = ResumableSocket;
})();
