// The service worker: caches the files of the site by their hashes, one complete version at a time.
//
// The first version takes control at once and caches each file when it is requested, so nothing is downloaded twice. A later
// version is installed in the background, with unchanged files from the previous cache, and then waits until the page activates
// it or is closed. The start page is cached last: a cache that contains it is complete.
const SITE = /* the builder writes version, first page and files here */ null;
const SCOPE = self.registration.scope;
const CACHE_PREFIX = `companion ${new URL(SCOPE).pathname} `;
const CACHE = CACHE_PREFIX + SITE.version;
const MAX_DOWNLOADS = 4;

const urlOf = (path) => new URL(path, SCOPE).href;
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const STALL_TIMEOUT = 15000; // milliseconds without a byte: abort the request; another one may work
const REPORT_INTERVAL = 100; // milliseconds between progress reports

// Return the body of a file as sent by the host, or undefined if it cannot be loaded.
async function download(path, cache) {
  const controller = new AbortController();
  let timer;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), STALL_TIMEOUT);
  };
  restartTimer();
  try {
    const answer = await fetch(urlOf(SITE.files[path].packed ? `${path}.gz` : path), { cache, signal: controller.signal });
    if (!answer.ok) return undefined;
    const chunks = [];
    let bytes = 0;
    let reportedAt = 0;
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      restartTimer();
      chunks.push(value);
      bytes += value.length;
      if (Date.now() - reportedAt < REPORT_INTERVAL) continue;
      reportedAt = Date.now();
      broadcast({ coming: path, bytes });
    }
    return new Blob(chunks).arrayBuffer();
  } catch (error) {
    console.warn(`${path}: ${error}`);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function decompress(body) {
  const [first, second] = new Uint8Array(body, 0, Math.min(2, body.byteLength));
  // the host may have sent it decompressed
  if (first !== 0x1f || second !== 0x8b) return body;
  return new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// Return a file of this version, verified by its hash: the host or the HTTP cache may have another version.
async function fetchVerified(path) {
  const file = SITE.files[path];
  for (const cache of ["default", "reload"]) {
    const sent = await download(path, cache);
    if (!sent) continue;
    const body = await decompress(sent).catch(() => sent); // a truncated file cannot be decompressed
    if (hex(await crypto.subtle.digest("SHA-256", body)) !== file.hash) continue;
    broadcast({ kept: path });
    const headers = { "content-type": file.type, "content-security-policy": SITE.policy, "x-hash": file.hash };
    return new Response(body, { headers });
  }
  throw new Error(`${path} is not to be had as version ${SITE.version} has it`);
}

async function broadcast(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

const pending = new Map();

function cacheFile(cache, path) {
  if (!pending.has(path)) {
    const file = (async () => {
      const answer = (await fromOldCache(path)) ?? (await fetchVerified(path));
      await cache.put(urlOf(path), answer.clone());
      return answer;
    })();
    pending.set(path, file);
    file.catch(() => {}).finally(() => pending.delete(path));
  }
  return pending.get(path).then((answer) => answer.clone());
}

async function fromOldCache(path) {
  for (const name of await oldCaches()) {
    const old = await (await caches.open(name)).match(urlOf(path));
    if (old?.headers.get("x-hash") === SITE.files[path].hash) {
      const headers = new Headers(old.headers);
      headers.set("content-security-policy", SITE.policy);
      return new Response(await old.arrayBuffer(), { headers });
    }
  }
}

const oldCaches = async () => (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);

async function completeCache() {
  const cache = await caches.open(CACHE);
  const cached = new Set((await cache.keys()).map((request) => request.url));
  const old = new Set();
  for (const name of await oldCaches()) for (const { url } of await (await caches.open(name)).keys()) old.add(url);
  // an optional file is for one game only: cached when that is opened, and renewed with each version from then on
  const isWanted = (path) => !SITE.files[path].optional || old.has(urlOf(path));
  const missing = Object.keys(SITE.files).filter((path) => path !== SITE.start && !cached.has(urlOf(path)) && isWanted(path));
  const downloadMissing = async () => {
    for (let path; (path = missing.shift()); ) await cacheFile(cache, path);
  };
  await Promise.all(Array.from({ length: MAX_DOWNLOADS }, downloadMissing));
  if (!cached.has(urlOf(SITE.start))) await cacheFile(cache, SITE.start);
}

async function isComplete(name) {
  return (await (await caches.open(name)).match(urlOf(SITE.start))) !== undefined;
}

async function respond(request) {
  const url = new URL(request.url);
  const path = decodeURIComponent(url.pathname.slice(new URL(SCOPE).pathname.length));
  const cache = await caches.open(CACHE);
  if (request.mode === "navigate" && (path === "" || path === SITE.start))
    return (await cache.match(urlOf(SITE.start))) ?? fetch(request);
  if (path in SITE.files) return (await cache.match(urlOf(path))) ?? cacheFile(cache, path);
  // a deep link without a hash is redirected to the app; only licences/ is served by the host
  if (request.mode === "navigate" && !path.startsWith("licences/")) return Response.redirect(`${SCOPE}#/${path}${url.search}`);
  return fetch(request);
}

self.addEventListener("install", (event) => {
  if (!self.registration.active) return event.waitUntil(self.skipWaiting());
  event.waitUntil(
    (async () => {
      await completeCache();
      // if no old version is complete, there is nothing to wait for
      if (!(await Promise.all((await oldCaches()).map(isComplete))).includes(true)) await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      await self.clients.claim();
      for (const name of await oldCaches()) await caches.delete(name);
    })(),
  ),
);

// The snapshot of Python's memory belongs to a version of the site and to the browser that made it.
const SNAPSHOT_URL = urlOf("memory");
async function serveSnapshot(request) {
  const cache = await caches.open(CACHE);
  if (request.method === "GET") {
    const found = await cache.match(SNAPSHOT_URL);
    return found?.headers.get("x-browser") === navigator.userAgent ? found : new Response(null, { status: 204 });
  }
  await cache.delete(SNAPSHOT_URL);
  if (request.method === "PUT")
    await cache.put(SNAPSHOT_URL, new Response(await request.arrayBuffer(), { headers: { "x-browser": navigator.userAgent } }));
  return new Response();
}

// A file or text (such as a link) shared by another app is cached here until a page takes it.
const SHARED_URL = urlOf("handed");
async function acceptShared(request) {
  const form = await request.formData();
  const file = form.getAll("file").find((each) => each instanceof Blob);
  const text = ["text", "url", "title"].map((name) => form.get(name)).filter(Boolean).join("\n");
  const cache = await caches.open(`handed ${new URL(SCOPE).pathname}`); // shared by all versions
  await cache.put(SHARED_URL, new Response(file ?? text));
  await broadcast({ handed: true });
  return Response.redirect(`${SCOPE}#/bring`, 303);
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "POST" && url === SHARED_URL) event.respondWith(acceptShared(event.request));
  else if (url === SNAPSHOT_URL) event.respondWith(serveSnapshot(event.request));
  else if (method === "GET" && url.startsWith(SCOPE)) event.respondWith(respond(event.request));
});

self.addEventListener("message", (event) => {
  if (event.data === "complete") event.waitUntil(completeCache().then(() => broadcast({ whole: SITE.version })));
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});
