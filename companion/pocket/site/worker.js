// Runs Python beside the page: starts it, gives it the program, keeps its data, and carries what the two tell each other.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = new URL(".", import.meta.url).href;
const DATA = "/data";

const say = (message) => self.postMessage(message);
const bytes = async (path) => {
  const answer = await fetch(HOME + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
};
const pack = bytes("app.pack");

let ours; // resolves as soon as the data are this page's alone
const given = new Promise((resolve) => (ours = resolve));
let leave = async () => {};

const flet = {};
const early = []; // what the page said before Python listened
self.onmessage = ({ data }) => {
  if (!(data instanceof Uint8Array)) {
    if (data.ours) ours(data.ours);
    if ("lasting" in data) site.lasting?.(data.lasting);
    if (data.leave) leave().finally(() => say({ left: true }));
  } else if (flet.send) {
    flet.send(data);
    site.heard?.();
  } else early.push(data);
};

// The whole program in one file: the length of the list of its files, that list, and their contents.
function unpack(FS, packed) {
  const length = new DataView(packed).getUint32(0);
  let offset = 4 + length;
  const made = new Set();
  for (const [path, size] of JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length)))) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(`/app/${folder}`);
    made.add(folder);
    FS.writeFile(`/app/${path}`, new Uint8Array(packed, offset, size), { canOwn: true });
    offset += size;
  }
}

let FS;
let latest = 0;
const sync = (populate) => new Promise((resolve, reject) => FS.syncfs(populate, (error) => (error ? reject(error) : resolve())));

// What the program in Python may ask of this worker.
const site = {
  step: (share) => say({ share }),
  tell: (what) => say({ what }),
  packet: (body) => {
    const own = body.toJs ? body.toJs() : body;
    self.postMessage(own, [own.buffer]);
  },
  // Return what the page knows, once the data are there and nobody else's.
  open: async () => {
    const known = await given;
    FS.mkdirTree(DATA);
    FS.mount(FS.filesystems.IDBFS, {}, DATA);
    await sync(true);
    return JSON.stringify(known);
  },
  // Make the data survive whatever comes, all files of them or none.
  keep: async () => {
    // a file that is as old as its copy is taken for the same; two changes may fall into one millisecond
    latest = Math.max(Date.now(), latest + 1);
    for (const name of FS.readdir(DATA)) if (!name.startsWith(".")) FS.utime(`${DATA}/${name}`, latest, latest);
    await sync(false);
  },
  // Handlers of Python's: the page is left; it has said something; the browser has promised to keep the data, or not.
  on: (left, heard, lasting) => {
    leave = left;
    Object.assign(site, { heard, lasting });
  },
};

// What is written has to be on the disk itself before it is said to be.
const transaction = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  return transaction.call(this, stores, mode, mode === "readwrite" ? { durability: "strict", ...options } : options);
};

async function start() {
  const setup = JSON.parse(new TextDecoder().decode(await bytes("python.json")));
  const python = await loadPyodide({ indexURL: `${HOME}pyodide/`, lockFileContents: setup.lock });
  say({ share: 0.3 });
  FS = python.FS;
  unpack(FS, await pack);
  python.registerJsModule("flet_js", flet);
  flet.documentUrl = HOME;
  python.runPython("import sys; sys.path.insert(0, '/app'); sys.dont_write_bytecode = True");
  await python.pyimport(setup.entry).run(site);
  early.forEach((data) => flet.send(data));
  say({ ready: true });
}

start().catch((error) => say({ failed: String(error?.stack ?? error) }));
