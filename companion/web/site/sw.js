// Keeps the site on the phone: every file by its hash, one version whole or not at all.
//
// The first version takes the page over at once and keeps each file as it is asked for, so that nothing is fetched twice. A later
// one is fetched in the background, from the cache of the one before where a file has stayed the same, and then waits until the
// page is asked to change, or closed. The start page is kept last: a version that has it is whole.
const SITE = /* the builder writes version, first page and files here */ null;
const SCOPE = self.registration.scope;
const FAMILY = `companion ${new URL(SCOPE).pathname} `;
const CACHE = FAMILY + SITE.version;
const AT_ONCE = 4;

const at = (path) => new URL(path, SCOPE).href;
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const QUIET = 15000; // milliseconds without a byte: this connection is gone, another one may not be
const OFTEN = 100; // milliseconds between two reports of how much has come

// Return the body of a file as the host sends it, or nothing if it cannot be loaded.
async function loaded(path, cache) {
  const stop = new AbortController();
  let quiet;
  const wait = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => stop.abort(), QUIET);
  };
  wait();
  try {
    const answer = await fetch(at(SITE.files[path].packed ? `${path}.gz` : path), { cache, signal: stop.signal });
    if (!answer.ok) return undefined;
    const chunks = [];
    let bytes = 0;
    let told = 0;
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      wait();
      chunks.push(value);
      bytes += value.length;
      if (Date.now() - told < OFTEN) continue;
      told = Date.now();
      tell({ coming: path, bytes });
    }
    return new Blob(chunks).arrayBuffer();
  } catch (error) {
    console.warn(`${path}: ${error}`);
    return undefined;
  } finally {
    clearTimeout(quiet);
  }
}

async function unpacked(body) {
  const [first, second] = new Uint8Array(body, 0, Math.min(2, body.byteLength));
  // a host may have unpacked it already
  if (first !== 0x1f || second !== 0x8b) return body;
  return new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// A file as the version has it, whatever the host or the browser's own cache hold by now.
async function fetched(path) {
  const file = SITE.files[path];
  for (const cache of ["default", "reload"]) {
    const sent = await loaded(path, cache);
    if (!sent) continue;
    const body = await unpacked(sent).catch(() => sent); // half of a file cannot be unpacked
    if (hex(await crypto.subtle.digest("SHA-256", body)) !== file.hash) continue;
    tell({ kept: path });
    const headers = { "content-type": file.type, "content-security-policy": SITE.policy, "x-hash": file.hash };
    return new Response(body, { headers });
  }
  throw new Error(`${path} is not to be had as version ${SITE.version} has it`);
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

const coming = new Map();

function kept(cache, path) {
  if (!coming.has(path)) {
    const file = (async () => {
      const answer = (await fromBefore(path)) ?? (await fetched(path));
      await cache.put(at(path), answer.clone());
      return answer;
    })();
    coming.set(path, file);
    file.catch(() => {}).finally(() => coming.delete(path));
  }
  return coming.get(path).then((answer) => answer.clone());
}

async function fromBefore(path) {
  for (const name of await others()) {
    const old = await (await caches.open(name)).match(at(path));
    if (old?.headers.get("x-hash") === SITE.files[path].hash) {
      const headers = new Headers(old.headers);
      headers.set("content-security-policy", SITE.policy);
      return new Response(await old.arrayBuffer(), { headers });
    }
  }
}

const others = async () => (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== CACHE);

async function complete() {
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map((request) => request.url));
  const missing = Object.keys(SITE.files).filter((path) => path !== SITE.start && !there.has(at(path)));
  const take = async () => {
    for (let path; (path = missing.shift()); ) await kept(cache, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  if (!there.has(at(SITE.start))) await kept(cache, SITE.start);
}

async function whole(name) {
  return (await (await caches.open(name)).match(at(SITE.start))) !== undefined;
}

async function answer(request) {
  const url = new URL(request.url);
  const path = decodeURIComponent(url.pathname.slice(new URL(SCOPE).pathname.length));
  const cache = await caches.open(CACHE);
  if (request.mode === "navigate" && (path === "" || path === SITE.start))
    return (await cache.match(at(SITE.start))) ?? fetch(request);
  if (path in SITE.files) return (await cache.match(at(path))) ?? kept(cache, path);
  // a way into the program written as an address of its own; the licences alone are left with the host
  if (request.mode === "navigate" && !path.startsWith("licences/")) return Response.redirect(`${SCOPE}#/${path}${url.search}`);
  return fetch(request);
}

self.addEventListener("install", (event) => {
  if (!self.registration.active) return event.waitUntil(self.skipWaiting());
  event.waitUntil(
    (async () => {
      await complete();
      // a version that never became whole is no use to anybody
      if (!(await Promise.all((await others()).map(whole))).includes(true)) await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      await self.clients.claim();
      for (const name of await others()) await caches.delete(name);
    })(),
  ),
);

// What Python's memory was when the program was loaded goes with the version, and with the browser it was made by.
const MEMORY = at("memory");
async function memory(request) {
  const cache = await caches.open(CACHE);
  if (request.method === "GET") {
    const found = await cache.match(MEMORY);
    return found?.headers.get("x-browser") === navigator.userAgent ? found : new Response(null, { status: 204 });
  }
  await cache.delete(MEMORY);
  if (request.method === "PUT")
    await cache.put(MEMORY, new Response(await request.arrayBuffer(), { headers: { "x-browser": navigator.userAgent } }));
  return new Response();
}

// What another program of the phone hands over is laid down here, until a page takes it: a file, or a text such as a link.
const HANDED = at("handed");
async function handed(request) {
  const form = await request.formData();
  const file = form.getAll("file").find((each) => each instanceof Blob);
  const text = ["text", "url", "title"].map((name) => form.get(name)).filter(Boolean).join("\n");
  const cache = await caches.open(`handed ${new URL(SCOPE).pathname}`); // of no version: a new one takes it too
  await cache.put(HANDED, new Response(file ?? text));
  await tell({ handed: true });
  return Response.redirect(`${SCOPE}#/bring`, 303);
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "POST" && url === HANDED) event.respondWith(handed(event.request));
  else if (url === MEMORY) event.respondWith(memory(event.request));
  else if (method === "GET" && url.startsWith(SCOPE)) event.respondWith(answer(event.request));
});

self.addEventListener("message", (event) => {
  if (event.data === "complete") event.waitUntil(complete().then(() => tell({ whole: SITE.version })));
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});
