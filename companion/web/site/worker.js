// Runs Python beside the page: starts it, gives it the program, keeps its data, and carries what the two tell each other.
//
// Python with the program in it is worth keeping: a second worker, started with "?make" when the first screen is there, starts
// Python anew, lets it load whatever the program may need, and leaves its memory with the keeper of the files. From then on a
// worker with "?restore" begins where that one ended.
import create from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = new URL(".", import.meta.url).href;
const MODE = new URL(import.meta.url).search;
const DATA = "/data";

const say = (message) => self.postMessage(message);
const bytes = async (path) => {
  const answer = await fetch(HOME + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
};
const setup = bytes("python.json");
const memory = MODE === "?restore" ? bytes("memory").then((body) => (body.byteLength ? body : undefined)) : undefined;

let ours; // resolves as soon as the data are this page's alone
const given = new Promise((resolve) => (ours = resolve));
let leave = async () => {};

const flet = {};
const early = []; // what the page said before Python listened
self.onmessage = ({ data }) => {
  if (!(data instanceof Uint8Array)) {
    if (data.ours) ours(data.ours);
    if (data.shown) for (const name of PACKS) come(name).catch(() => {}); // before anybody waits for them
    if ("lasting" in data) site.lasting?.(data.lasting);
    if (data.brought) site.brought?.(data.brought);
    if (data.there) say({ heard: true });
    if (data.leave) leave().finally(() => say({ left: true }));
  } else if (flet.send) {
    flet.send(data);
    site.heard?.();
    say({ heard: true });
  } else early.push(data);
};

let FS;

// The program: its files are there by their names at once; what is in them comes in two packs, what the first screen needs and all
// else. Python itself cannot wait: where it asks for what has not come, the worker stands still until it is there.
const PACKS = ["app.pack", "rest.pack"];
const READ = 0o100444;
const INPUT_OUTPUT = 29; // the number of an error that Python understands
const packs = {};

async function come(name) {
  packs[name] ??= new Uint8Array(await bytes(name));
}

function pack(name) {
  if (!packs[name]) {
    say({ heard: true }); // so that nobody takes it for dead
    const request = new XMLHttpRequest();
    request.open("GET", HOME + name, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      // there is no network
    }
    if (request.status !== 200) {
      say({ what: "unfetched" });
      throw new FS.ErrnoError(INPUT_OUTPUT);
    }
    packs[name] = new Uint8Array(request.response);
  }
  return packs[name];
}

function lay(listed) {
  const folders = new Map();
  for (const [name, files] of Object.entries(listed)) {
    let end = 0;
    for (const [path, size] of files) {
      const [, folder, file] = path.match(/^(.*?)([^/]+)$/);
      if (!folders.has(folder)) {
        FS.mkdirTree(`/app/${folder}`);
        folders.set(folder, FS.lookupPath(`/app/${folder}`).node);
      }
      const at = folders.get(folder);
      const node = at.node_ops.mknod(at, file, READ, 0);
      const begin = end;
      end += size;
      node.usedBytes = size;
      Object.defineProperty(node, "contents", { get: () => pack(name).subarray(begin, begin + size) });
    }
  }
}

// The data: IDBFS brings them from the browser's database at the start. What has changed since is put there by ourselves, in one
// transaction and at once; IDBFS would first look at all that is there.
const STORE = "FILE_DATA";
let since = 0; // what was written before is kept
let known = new Set();

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

// Make the data survive whatever comes, all files of them or none.
function keep() {
  const now = Date.now();
  const there = [...files()];
  return new Promise((resolve, reject) => {
    // on the disk itself before it is said to be
    const all = FS.filesystems.IDBFS.dbs[DATA].transaction(STORE, "readwrite", { durability: "strict" });
    const store = all.objectStore(STORE);
    for (const { path, mode, mtime } of there) {
      if (mtime < since && known.has(path)) continue;
      store.put({ timestamp: mtime, mode, ...(FS.isFile(mode) && { contents: FS.readFile(path) }) }, path);
    }
    const paths = new Set(there.map(({ path }) => path));
    for (const path of known) if (!paths.has(path)) store.delete(path);
    all.commit(); // it goes on beside Python, which draws meanwhile
    all.onabort = () => reject(all.error);
    all.oncomplete = () => {
      since = now;
      known = paths;
      resolve();
    };
  });
}

// What the program in Python may ask of this worker.
const site = {
  step: (share) => say({ share }),
  tell: (what) => say({ what }),
  packets: (bodies) =>
    self.postMessage(
      bodies,
      bodies.map(({ buffer }) => buffer),
    ),
  // Return what the page knows, once the data are there and nobody else's.
  open: async () => {
    const ours = await given;
    FS.mkdirTree(DATA);
    FS.mount(FS.filesystems.IDBFS, {}, DATA);
    await populate();
    known = new Set([...files()].map(({ path }) => path));
    return JSON.stringify(ours);
  },
  keep,
  // Return whether all of the program has come.
  whole: () =>
    Promise.all(PACKS.map(come)).then(
      () => true,
      () => false,
    ),
  // Handlers of Python's: the page is left; it has said something; the browser has promised to keep the data, or not; another
  // program has handed a file over.
  on: (left, heard, lasting, brought) => {
    leave = left;
    Object.assign(site, { heard, lasting, brought });
  },
};

// Whoever only begins leaves nothing to be collected.
const BEGIN = "import gc, sys; gc.disable(); sys.path.insert(0, '/app'); sys.dont_write_bytecode = True; import generated; generated.know()";

async function start() {
  const { lock, entry, packs: listed } = JSON.parse(new TextDecoder().decode(await setup));
  const found = await memory;
  const needed = found ? [] : MODE === "?first" ? PACKS.slice(0, 1) : PACKS; // a memory has read all it needs
  const there = Promise.all(needed.map(come));
  const python = await loadPyodide({
    indexURL: `${HOME}pyodide/`,
    lockFileContents: lock,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" }, // what was compiled beforehand has hashes in it
    createPyodideModule: async (settings) => {
      const made = await create(settings);
      // a memory goes only into one that is as large
      if (found) made._free(made._malloc(found.byteLength));
      return made;
    },
    ...(found && { _loadSnapshot: found }),
    ...(MODE === "?make" && { _makeSnapshot: true }),
  });
  say({ share: 0.4 });
  FS = python.FS;
  lay(listed);
  await there;
  if (!found) python.runPython(BEGIN);
  const program = python.pyimport(entry);
  if (MODE === "?make") {
    program.prepare();
    program.destroy();
    const body = python.makeMemorySnapshot();
    const kept = await fetch(`${HOME}memory`, { method: "PUT", body });
    return say({ made: kept.ok });
  }
  python.registerJsModule("flet_js", flet);
  flet.documentUrl = HOME;
  await program.run(site);
  early.forEach((data) => flet.send(data));
  say({ ready: true, restored: found !== undefined });
}

start().catch((error) => {
  const { name, message } = error ?? {};
  const last = String(message).trim().split("\n").pop(); // of Python's traceback
  say({ failed: String(error?.stack ?? error), why: message ? `${name}: ${last}` : String(error) });
});
