// Starts the program in this page: the keeper of its files, Python in a worker, and Flet's client, all at once. It shows how far
// they are, lets one page alone have the data, and offers a new version when there is one.
(() => {
  const SITE = JSON.parse(document.getElementById("site").textContent);
  const HOME = new URL(".", location.href).href;
  const NAME = `companion ${new URL(HOME).pathname}`;
  const PATIENCE = 4000; // the keeper of the files takes its time on a busy phone
  const ANSWER = 3000; // a page that sleeps does not answer
  const CLOSING = 500;
  const SOON = 200; // it is looked so often whether the first screen is there

  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

  // ---- words

  // What the owner of the device has chosen, as Flet's client keeps it; nothing if it cannot be read.
  const preferences = () => {
    try {
      return JSON.parse(localStorage.getItem("flutter.companion.preferences")) ?? "";
    } catch {
      return null;
    }
  };
  const { fail, isOver, language, loading, reason } = companionStart; // see splash.js
  document.querySelector("link[rel=manifest]").href = `manifest.${language()}.json`;

  // Say something above the table, with buttons; what cannot be overlooked closes the table meanwhile.
  function notice(what, buttons = {}, { closed = true } = {}) {
    document.getElementById("notice")?.remove();
    const tag = language();
    const words = SITE.words[tag];
    const box = document.createElement("div");
    box.id = "notice";
    box.lang = tag;
    box.className = closed ? "closed" : "";
    box.setAttribute("role", closed ? "alertdialog" : "status");
    const paper = box.appendChild(document.createElement("div"));
    const said = paper.appendChild(document.createElement("p"));
    said.textContent = words[what];
    said.id = "notice-said";
    box.setAttribute("aria-labelledby", said.id);
    for (const [name, act] of Object.entries(buttons)) {
      const button = paper.appendChild(document.createElement("button"));
      button.textContent = words[name];
      button.dataset.does = name;
      button.onclick = () => {
        box.remove();
        shut(false);
        act();
      };
    }
    document.body.append(box);
    shut(closed);
    if (closed) box.querySelector("button")?.focus();
  }
  function unsaid(what) {
    const box = document.getElementById("notice");
    if (box?.textContent.startsWith(SITE.words[box.lang][what])) {
      box.remove();
      shut(false);
    }
  }
  const shut = (closed) => {
    for (const view of document.querySelectorAll("flutter-view")) view.inert = closed;
  };

  // ---- how far it is

  const FETCHING = 0.8; // of the bar, where there is something to fetch
  const total = Object.values(SITE.sizes).reduce((sum, size) => sum + size, 0);
  const bytes = {}; // of each file that has come or is coming
  let come = 0;
  let begun = 0;
  let fetching = false;
  let counted = false; // the keeper says what comes
  function progress() {
    if (counted) loading(come, total);
    companionStart.step(counted ? FETCHING * (come / total) + (1 - FETCHING) * begun : begun);
  }
  const step = (share) => {
    begun = Math.max(begun, share);
    progress();
  };
  function has(path, size) {
    if (!(path in SITE.sizes)) return;
    // a host may send it unpacked
    bytes[path] = Math.max(bytes[path] ?? 0, Math.min(size, SITE.sizes[path]));
    come = Object.values(bytes).reduce((sum, each) => sum + each, 0);
    progress();
  }

  // ---- the keeper of the files

  const keeper = navigator.serviceWorker;

  async function guarded() {
    if (!keeper) return;
    keeper.addEventListener("message", ({ data }) => {
      if (data.whole) remember();
      if (data.handed) take();
      if (data.coming) has(data.coming, data.bytes);
      if (data.kept) has(data.kept, Infinity);
    });
    if (keeper.controller && (await caches.match(`${HOME}index.html`).catch(() => {}))) return;
    fetching = counted = true;
    try {
      for (const path of await there()) has(path, Infinity); // a visit that was broken off
      if (keeper.controller) return;
      const changed = new Promise((resolve) => keeper.addEventListener("controllerchange", resolve, { once: true }));
      await keeper.register("sw.js", { updateViaCache: "none" });
      await Promise.race([changed, pause(PATIENCE)]);
    } catch (error) {
      console.warn("the files cannot be kept on this device", error);
    }
    if (keeper.controller) return;
    counted = false;
    loading();
  }

  // Return the paths of the files that this device has already.
  async function there() {
    const found = [];
    for (const name of await caches.keys())
      if (name.startsWith(`companion ${new URL(HOME).pathname} `))
        for (const { url } of await (await caches.open(name)).keys()) found.push(url.slice(HOME.length));
    return found;
  }

  async function settle() {
    if (!keeper) return;
    const registration = await keeper.register("sw.js", { updateViaCache: "none" });
    (registration.active ?? (await keeper.ready).active).postMessage("complete");
    const offer = () => {
      if (!registration.waiting || !registration.active) return;
      const change = () => {
        keeper.addEventListener("controllerchange", () => leave().then(() => location.reload()), { once: true });
        registration.waiting.postMessage("take over");
      };
      notice("new", { reload: change, later: () => {} }, { closed: false });
    };
    const follow = () => registration.installing?.addEventListener("statechange", offer);
    registration.addEventListener("updatefound", follow);
    follow();
    offer();
    const look = () => registration.update().catch(() => {});
    document.addEventListener("visibilitychange", () => document.hidden || look());
    // whoever has just fetched everything has the newest; the browser itself looks only when it likes to
    if (!fetching) look();
  }

  // ---- one page alone has the data

  const channel = new BroadcastChannel(NAME);
  let release = () => {};

  // Ask for the data, and return whether the page has them: at once, or when it is its turn.
  function own(options) {
    return new Promise((resolve, reject) => {
      let had = false;
      navigator.locks
        .request(NAME, options, (lock) => {
          if (!lock) return resolve(false);
          had = true;
          resolve(true);
          return new Promise((free) => (release = free));
        })
        .catch((error) => {
          if (!had) return options.signal?.aborted ? resolve(false) : reject(error);
          // another page did not wait any longer
          worker.terminate();
          lost();
        });
    });
  }
  async function alone() {
    if (!navigator.locks) return;
    const waiting = new AbortController();
    const had = own({ signal: waiting.signal });
    // a page that is just being closed has them for a moment longer
    if (await Promise.race([had, pause(CLOSING)])) return;
    const here = new Promise((resolve) => notice("elsewhere", { here: resolve }));
    if (await Promise.race([had, here])) return unsaid("elsewhere");
    channel.postMessage("give it to me");
    if (await Promise.race([had, pause(ANSWER)])) return;
    waiting.abort();
    if (!(await had)) await own({ steal: true });
  }
  const lost = () => notice("taken", { here: () => location.reload() });
  channel.onmessage = async ({ data }) => {
    if (data !== "give it to me" || !mine) return;
    await leave();
    release();
    lost();
  };

  let mine = false;
  // Let Python make everything durable, and end it.
  const leave = () =>
    new Promise((resolve) => {
      mine = false;
      left = () => {
        worker.terminate();
        resolve();
      };
      worker.postMessage({ leave: true });
      setTimeout(left, ANSWER);
    });
  let left = () => {};

  // ---- Python, and what Flet's client asks for

  let worker;
  let hearing;
  let connected;
  let ready;
  const started = new Promise((resolve, reject) => (ready = { resolve, reject }));

  // Where it begins from is said in its address: from its memory, from what the first screen needs, or from all there is.
  function python(how) {
    let begun = false; // from then on nothing else can take its place: what the page shows is its
    worker = new Worker(`${HOME}worker.js${how}`, { type: "module" });
    worker.onerror = (event) => failed(event.message ?? "a module cannot be loaded");
    const failed = async (why, cause = why) => {
      if (begun) return stopped(why);
      if (how === "") {
        console.error(why);
        return ready.reject(cause);
      }
      // perhaps it remembers wrongly: once more, from the beginning
      console.warn(why);
      worker.terminate();
      await fetch("memory", { method: "DELETE" }).catch(() => {});
      python("");
      if (mine) begin();
    };
    worker.onmessage = ({ data }) => {
      heard();
      if (Array.isArray(data)) {
        answered();
        return data.forEach((packet) => hearing(packet));
      }
      if (data.share) step(data.share);
      if (data.ready) {
        begun = true;
        restored = data.restored;
        ready.resolve();
      }
      if (data.failed) failed(data.failed, data.why);
      if (data.left) left();
      if (data.what === "unkept") notice("unkept", { reload: () => location.reload() });
      if (data.what === "kept") unsaid("unkept");
      if (data.what === "unfetched" && !isOver()) fail("incomplete");
      else if (data.what === "unfetched") notice("unfetched", { reload: () => location.reload() });
    };
  }
  const stopped = (why) => {
    if (!isOver()) return fail("failed", why);
    console.error(why);
    notice("stopped", { reload: () => location.reload() });
  };

  // Python that has died may say nothing of it, such as one whose stack was too deep: it answers whatever it is told.
  const ANSWERS = 20000; // a slow phone that opens a long game is busy for a while
  let waiting;
  const heard = () => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  function expect(what) {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      if (what) return stopped(what);
      // perhaps the phone has slept, and so has the answer
      worker.postMessage({ there: true });
      expect("Python does not answer any more");
    }, ANSWERS);
  }

  // An answer goes before what moves at a touch: that keeps the page busy, frame by frame, and the browser puts frames first.
  // What comes within a tenth of a second is there at once, for whoever waits; only then something else has to move.
  const AT_ONCE = 100; // milliseconds
  const draw = requestAnimationFrame;
  const held = [];
  let asked;
  let lifted = false; // a finger, and nothing was told since: what the page tells next is what was touched
  addEventListener("pointerup", () => (lifted = true), { capture: true });
  globalThis.requestAnimationFrame = (frame) =>
    asked ? held.push(frame) : draw((time) => (asked ? held.push(frame) : frame(time)));
  function answered() {
    clearTimeout(asked);
    asked = undefined;
    held.splice(0).forEach((frame) => draw(frame));
  }
  function ask() {
    if (!lifted) return;
    lifted = false;
    clearTimeout(asked);
    asked = setTimeout(answered, AT_ONCE);
  }

  const begin = async () => {
    const lasting = (await navigator.storage?.persisted?.()) ?? false;
    const route = location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
    const page = { route, width: innerWidth, height: innerHeight }; // as Flet's client will say it
    worker.postMessage({ ours: { languages: navigator.languages, lasting, home: HOME, preferences: preferences(), page } });
  };

  // ---- what other programs of the phone hand over

  const bring = async (content) => worker.postMessage({ brought: new Uint8Array(await content.arrayBuffer()) });
  async function take() {
    const cache = await globalThis.caches?.open(`handed ${new URL(HOME).pathname}`);
    const found = mine && (await cache?.match(`${HOME}handed`));
    // of several pages that are told, one takes it
    if (found && (await cache.delete(`${HOME}handed`))) await bring(found);
  }
  // a file that was opened with the program
  const opened = () => globalThis.launchQueue?.setConsumer(async ({ files: [file] }) => file && bring(await file.getFile()));
  started.catch((error) => fail(reason(error), error));

  // Once per version, when the first screen is there and all files are: keep Python as it is with the program in it.
  const REST = 4000; // it takes all of a processor, and who has just come wants to look around
  let restored = true;
  async function remember() {
    if (restored || !keeper.controller) return;
    restored = true;
    while (!document.querySelector("[flt-semantics-identifier]")) await pause(REST);
    await pause(REST);
    const maker = new Worker(`${HOME}worker.js?make`, { type: "module" });
    maker.onmessage = ({ data }) => {
      if (data.failed) console.warn(data.failed);
      if (data.failed || "made" in data) maker.terminate();
    };
  }

  globalThis.jsConnect = async (_, args, onPacket) => {
    hearing = onPacket;
    await started;
  };
  globalThis.jsSend = async (_, data) => {
    ask();
    worker.postMessage(data, [data.buffer]);
    expect();
  };
  globalThis.jsDisconnect = async () => {};

  function client() {
    const load = (path) => document.head.appendChild(Object.assign(document.createElement("script"), { src: path }));
    globalThis.flet = {
      pyodide: true,
      multiView: false,
      noCdn: true,
      webSocketEndpoint: "ws",
      entrypointBaseUrl: HOME,
      assetBase: HOME,
      routeUrlStrategy: "hash",
      canvasKitBaseUrl: `${HOME}canvaskit/`,
      pyodideUrl: `${HOME}pyodide/pyodide.mjs`,
      webRenderer: "canvaskit",
      fontFallbackBaseUrl: "assets/fonts/",
      appPackageUrl: "app.pack",
      flutterAppLoaded: Promise.resolve(),
    };
    load("flutter.js").onload = () => {
      const config = {
        multiViewEnabled: false,
        entrypointBaseUrl: HOME,
        assetBase: HOME,
        canvasKitBaseUrl: flet.canvasKitBaseUrl,
        fontFallbackBaseUrl: flet.fontFallbackBaseUrl,
        canvasKitVariant: "full",
        // drawn where it is shown; a picture drawn elsewhere would be handed over, and the page waits for that
        canvasKitForceMultiSurfaceRasterizer: true,
        renderer: "canvaskit",
      };
      _flutter.buildConfig = { builds: [{ compileTarget: "dart2js", renderer: "canvaskit", mainJsPath: "main.dart.js" }] };
      _flutter.loader.load({
        config,
        onEntrypointLoaded: async (engine) => {
          flet.flutterApp = await (await engine.initializeEngine(config)).runApp();
        },
      });
    };
  }

  // Some browsers ask whoever holds the phone, so nothing waits for it.
  const persist = async () => worker.postMessage({ lasting: (await navigator.storage?.persist?.()) ?? false });

  (async () => {
    await guarded();
    const here = /^#?\/?$/.test(location.hash);
    python(fetching && here ? "?first" : keeper?.controller && !fetching ? "?restore" : "");
    // before the client, which keeps the page busy for a while
    await alone();
    mine = true;
    await begin();
    client();
    await started;
    take();
    opened();
    persist();
    while (!document.querySelector("[flt-semantics-identifier]")) await pause(SOON);
    worker.postMessage({ shown: true });
    await settle(); // what else there is to fetch would only be in the way of the first screen
  })().catch((error) => {
    console.error(error);
    ready.reject(error);
  });
})();
