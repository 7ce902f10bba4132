// Runs Python (Pyodide) in a worker: starts it, loads the app, persists the data, and passes messages between page and app.
//
// To start faster, Python's memory with the app loaded is stored as a snapshot: after the first screen a second worker, started
// with "?make", loads everything the app may need and stores its memory via the service worker. A worker started with "?restore"
// begins from that snapshot.
import create from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = new URL(".", import.meta.url).href;
const MODE = new URL(import.meta.url).search;
const DATA = "/data";

const post = (message) => self.postMessage(message);
const fetchBytes = async (path) => {
  const answer = await fetch(HOME + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
};
const setup = fetchBytes("python.json");
const storedSnapshot = MODE === "?restore" ? fetchBytes("memory").then((body) => (body.byteLength ? body : undefined)) : undefined;

let resolvePageSetup; // called when this page has the lock on the data
const pageSetup = new Promise((resolve) => (resolvePageSetup = resolve));
let leave = async () => {};

const flet = {};
const earlyMessages = []; // messages of the page from before Python was ready
self.onmessage = ({ data }) => {
  if (!(data instanceof Uint8Array)) {
    if (data.ours) resolvePageSetup(data.ours);
    if (data.shown) for (const name of PACKS) loadPack(name).catch(() => {}); // before they are needed
    if ("lasting" in data) site.lasting?.(data.lasting);
    if (data.brought) site.brought?.(data.brought);
    if (data.there) post({ alive: true });
    if (data.leave) leave().finally(() => post({ left: true }));
  } else if (flet.send) {
    flet.send(data);
    site.received?.();
    post({ alive: true });
  } else earlyMessages.push(data);
};

let FS;

// The app's files: all exist from the start, but their contents come in packs, one for the first screen, one with all else, and
// one for each large file that only one game reads; that game works without it, too. Python reads files synchronously: if it
// needs a pack that is not loaded yet, the worker blocks until it is.
const PACKS = ["app.pack", "rest.pack"];
const READ_ONLY = 0o100444;
const EIO = 29; // the errno that Python expects
const packs = {};

async function loadPack(name) {
  packs[name] ??= new Uint8Array(await fetchBytes(name));
}

function readPack(name) {
  if (!packs[name]) {
    post({ alive: true }); // resets the page's timeout
    const request = new XMLHttpRequest();
    request.open("GET", HOME + name, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      // there is no network
    }
    if (request.status !== 200) {
      if (PACKS.includes(name)) post({ what: "unfetched" });
      throw new FS.ErrnoError(EIO);
    }
    packs[name] = new Uint8Array(request.response);
  }
  return packs[name];
}

function createFiles(listing) {
  const folders = new Map();
  for (const [name, files] of Object.entries(listing)) {
    let end = 0;
    for (const [path, size] of files) {
      const [, folder, file] = path.match(/^(.*?)([^/]+)$/);
      if (!folders.has(folder)) {
        FS.mkdirTree(`/app/${folder}`);
        folders.set(folder, FS.lookupPath(`/app/${folder}`).node);
      }
      const at = folders.get(folder);
      const node = at.node_ops.mknod(at, file, READ_ONLY, 0);
      const begin = end;
      end += size;
      node.usedBytes = size;
      Object.defineProperty(node, "contents", { get: () => readPack(name).subarray(begin, begin + size) });
    }
  }
}

// The data: IDBFS loads them from IndexedDB at the start. Changes are written here instead of by IDBFS, at once and in one
// transaction, because IDBFS would compare all files first.
const STORE = "FILE_DATA";
let savedAt = 0; // changes before this time are saved
let savedPaths = new Set();

const populate = () => new Promise((resolve, reject) => FS.syncfs(true, (error) => (error ? reject(error) : resolve())));

function* files(folder = DATA) {
  for (const name of FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`;
    const { mode, mtime } = FS.stat(path);
    yield { path, mode, mtime };
    if (FS.isDir(mode)) yield* files(path);
  }
}

// Save all changed files in one transaction: all of them or none.
function keep() {
  const now = Date.now();
  const there = [...files()];
  return new Promise((resolve, reject) => {
    // "strict" waits until the data are on the disk
    const transaction = FS.filesystems.IDBFS.dbs[DATA].transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    for (const { path, mode, mtime } of there) {
      if (mtime < savedAt && savedPaths.has(path)) continue;
      store.put({ timestamp: mtime, mode, ...(FS.isFile(mode) && { contents: FS.readFile(path) }) }, path);
    }
    const paths = new Set(there.map(({ path }) => path));
    for (const path of savedPaths) if (!paths.has(path)) store.delete(path);
    transaction.commit(); // runs in parallel, while Python renders
    transaction.onabort = () => reject(transaction.error);
    transaction.oncomplete = () => {
      savedAt = now;
      savedPaths = paths;
      resolve();
    };
  });
}

// The functions that the Python app calls.
const site = {
  step: (share) => post({ share }),
  report: (what) => post({ what }),
  packets: (bodies) =>
    self.postMessage(
      bodies,
      bodies.map(({ buffer }) => buffer),
    ),
  // Return the page's setup, once this page has the lock on the data and they are loaded.
  open: async () => {
    const setup = await pageSetup;
    FS.mkdirTree(DATA);
    FS.mount(FS.filesystems.IDBFS, {}, DATA);
    await populate();
    savedPaths = new Set([...files()].map(({ path }) => path));
    return JSON.stringify(setup);
  },
  keep,
  // Load the pack of a file that a game is going to read.
  fetch: (name) => loadPack(name).catch(() => {}),
  // Return whether the whole app could be loaded.
  whole: () =>
    Promise.all(PACKS.map(loadPack)).then(
      () => true,
      () => false,
    ),
  // Set Python's handlers: the page is being left; it has sent a message; persistent storage has been granted or denied;
  // another app has shared a file.
  on: (left, received, lasting, brought) => {
    leave = left;
    Object.assign(site, { received, lasting, brought });
  },
};

// The garbage collector is disabled, as startup leaves no garbage.
const STARTUP = "import gc, sys; gc.disable(); sys.path.insert(0, '/app'); sys.dont_write_bytecode = True; import generated; generated.know()";

async function start() {
  const { lock, entry, packs: listing } = JSON.parse(new TextDecoder().decode(await setup));
  const snapshot = await storedSnapshot;
  const needed = snapshot ? [] : MODE === "?first" ? PACKS.slice(0, 1) : PACKS; // a snapshot already contains its packs
  const there = Promise.all(needed.map(loadPack));
  const python = await loadPyodide({
    indexURL: `${HOME}pyodide/`,
    lockFileContents: lock,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" }, // precompiled bytecode contains hashes
    createPyodideModule: async (settings) => {
      const made = await create(settings);
      // a snapshot only fits into a heap that is large enough
      if (snapshot) made._free(made._malloc(snapshot.byteLength));
      return made;
    },
    ...(snapshot && { _loadSnapshot: snapshot }),
    ...(MODE === "?make" && { _makeSnapshot: true }),
  });
  post({ share: 0.4 });
  FS = python.FS;
  createFiles(listing);
  await there;
  if (!snapshot) python.runPython(STARTUP);
  const program = python.pyimport(entry);
  if (MODE === "?make") {
    program.prepare();
    program.destroy();
    const body = python.makeMemorySnapshot();
    const response = await fetch(`${HOME}memory`, { method: "PUT", body });
    return post({ made: response.ok });
  }
  python.registerJsModule("flet_js", flet);
  flet.documentUrl = HOME;
  await program.run(site);
  earlyMessages.forEach((data) => flet.send(data));
  post({ ready: true, restored: snapshot !== undefined });
}

start().catch((error) => {
  const { name, message } = error ?? {};
  const lastLine = String(message).trim().split("\n").pop(); // of Python's traceback
  post({ failed: String(error?.stack ?? error), why: message ? `${name}: ${lastLine}` : String(error) });
});
