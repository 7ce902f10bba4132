// Starts the browser app: registers the service worker, and loads Python in a worker and Flet's client in parallel. It also
// shows the progress, gives the data to one page at a time, and offers new versions.
(() => {
  const SITE = JSON.parse(document.getElementById("site").textContent);
  const HOME = new URL(".", location.href).href;
  const LOCK_NAME = `companion ${new URL(HOME).pathname}`;
  const CONTROL_TIMEOUT = 4000; // the service worker may start slowly on a busy phone
  const ANSWER_TIMEOUT = 3000; // a suspended page does not answer
  const CLOSING_TIME = 500;
  const POLL_INTERVAL = 200; // of polling for the first screen

  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

  // ---- texts

  // The user's preferences, as stored by Flet's client; null if they cannot be read.
  const preferences = () => {
    try {
      return JSON.parse(localStorage.getItem("flutter.companion.preferences")) ?? "";
    } catch {
      return null;
    }
  };
  const { fail, isOver, language, loading, reason } = companionStart; // see splash.js
  document.querySelector("link[rel=manifest]").href = `manifest.${language()}.json`;

  // Show a notice with buttons above the app; a modal one (closed) blocks the app until a button is pressed.
  function notice(what, buttons = {}, { closed = true } = {}) {
    document.getElementById("notice")?.remove();
    const tag = language();
    const words = SITE.words[tag];
    const box = document.createElement("div");
    box.id = "notice";
    box.lang = tag;
    box.className = closed ? "closed" : "";
    box.setAttribute("role", closed ? "alertdialog" : "status");
    const panel = box.appendChild(document.createElement("div"));
    const text = panel.appendChild(document.createElement("p"));
    text.textContent = words[what];
    text.id = "notice-said";
    box.setAttribute("aria-labelledby", text.id);
    for (const [name, act] of Object.entries(buttons)) {
      const button = panel.appendChild(document.createElement("button"));
      button.textContent = words[name];
      button.dataset.does = name;
      button.onclick = () => {
        box.remove();
        setBlocked(false);
        act();
      };
    }
    document.body.append(box);
    setBlocked(closed);
    if (closed) box.querySelector("button")?.focus();
  }
  function dismiss(what) {
    const box = document.getElementById("notice");
    if (box?.textContent.startsWith(SITE.words[box.lang][what])) {
      box.remove();
      setBlocked(false);
    }
  }
  const setBlocked = (closed) => {
    for (const view of document.querySelectorAll("flutter-view")) view.inert = closed;
  };

  // ---- progress

  const DOWNLOAD_SHARE = 0.8; // the share of the bar for the download, if there is one
  const total = Object.values(SITE.sizes).reduce((sum, size) => sum + size, 0);
  const bytes = {}; // received so far, by file
  let receivedBytes = 0;
  let startShare = 0;
  let isFirstVisit = false;
  let isReported = false; // whether the service worker reports the progress
  function progress() {
    if (isReported) loading(receivedBytes, total);
    companionStart.step(isReported ? DOWNLOAD_SHARE * (receivedBytes / total) + (1 - DOWNLOAD_SHARE) * startShare : startShare);
  }
  const step = (share) => {
    startShare = Math.max(startShare, share);
    progress();
  };
  function addBytes(path, size) {
    if (!(path in SITE.sizes)) return;
    // the sizes are of compressed files, but a host may send a file uncompressed
    bytes[path] = Math.max(bytes[path] ?? 0, Math.min(size, SITE.sizes[path]));
    receivedBytes = Object.values(bytes).reduce((sum, each) => sum + each, 0);
    progress();
  }

  // ---- service worker

  const serviceWorker = navigator.serviceWorker;

  async function registerServiceWorker() {
    if (!serviceWorker) return;
    serviceWorker.addEventListener("message", ({ data }) => {
      if (data.whole) makeSnapshot();
      if (data.handed) takeFile();
      if (data.coming) addBytes(data.coming, data.bytes);
      if (data.kept) addBytes(data.kept, Infinity);
    });
    if (serviceWorker.controller && (await caches.match(`${HOME}index.html`).catch(() => {}))) return;
    isFirstVisit = isReported = true;
    try {
      for (const path of await cachedPaths()) addBytes(path, Infinity); // from an interrupted first visit
      if (serviceWorker.controller) return;
      const changed = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
      await serviceWorker.register("sw.js", { updateViaCache: "none" });
      await Promise.race([changed, pause(CONTROL_TIMEOUT)]);
    } catch (error) {
      console.warn("the files cannot be kept on this device", error);
    }
    if (serviceWorker.controller) return;
    isReported = false;
    loading();
  }

  // Return the paths of the files that are already cached.
  async function cachedPaths() {
    const found = [];
    for (const name of await caches.keys())
      if (name.startsWith(`companion ${new URL(HOME).pathname} `))
        for (const { url } of await (await caches.open(name)).keys()) found.push(url.slice(HOME.length));
    return found;
  }

  async function offerUpdates() {
    if (!serviceWorker) return;
    const registration = await serviceWorker.register("sw.js", { updateViaCache: "none" });
    (registration.active ?? (await serviceWorker.ready).active).postMessage("complete");
    const offer = () => {
      if (!registration.waiting || !registration.active) return;
      const update = () => {
        serviceWorker.addEventListener("controllerchange", () => leave().then(() => location.reload()), { once: true });
        registration.waiting.postMessage("take over");
      };
      notice("new", { reload: update, later: () => {} }, { closed: false });
    };
    const watchInstalling = () => registration.installing?.addEventListener("statechange", offer);
    registration.addEventListener("updatefound", watchInstalling);
    watchInstalling();
    offer();
    const checkForUpdate = () => registration.update().catch(() => {});
    document.addEventListener("visibilitychange", () => document.hidden || checkForUpdate());
    // after a first visit everything is up to date; otherwise check, as the browser by itself does so rarely
    if (!isFirstVisit) checkForUpdate();
  }

  // ---- one page at a time has the data

  const channel = new BroadcastChannel(LOCK_NAME);
  let release = () => {};

  // Request the lock on the data. Resolves to true once this page has it, and to false if it does not get it.
  function acquire(options) {
    return new Promise((resolve, reject) => {
      let granted = false;
      navigator.locks
        .request(LOCK_NAME, options, (lock) => {
          if (!lock) return resolve(false);
          granted = true;
          resolve(true);
          return new Promise((free) => (release = free));
        })
        .catch((error) => {
          if (!granted) return options.signal?.aborted ? resolve(false) : reject(error);
          // another page has stolen the lock
          worker.terminate();
          showTaken();
        });
    });
  }
  async function acquireData() {
    if (!navigator.locks) return;
    const abort = new AbortController();
    const granted = acquire({ signal: abort.signal });
    // a page that is just closing holds the lock a moment longer
    if (await Promise.race([granted, pause(CLOSING_TIME)])) return;
    const here = new Promise((resolve) => notice("elsewhere", { here: resolve }));
    if (await Promise.race([granted, here])) return dismiss("elsewhere");
    channel.postMessage("give it to me");
    if (await Promise.race([granted, pause(ANSWER_TIMEOUT)])) return;
    abort.abort();
    if (!(await granted)) await acquire({ steal: true });
  }
  const showTaken = () => notice("taken", { here: () => location.reload() });
  channel.onmessage = async ({ data }) => {
    if (data !== "give it to me" || !hasData) return;
    await leave();
    release();
    showTaken();
  };

  let hasData = false;
  // Let Python save everything, then terminate it.
  const leave = () =>
    new Promise((resolve) => {
      hasData = false;
      onLeft = () => {
        worker.terminate();
        resolve();
      };
      worker.postMessage({ leave: true });
      setTimeout(onLeft, ANSWER_TIMEOUT);
    });
  let onLeft = () => {};

  // ---- Python, and the interface for Flet's client

  let worker;
  let receivePacket;
  let connected;
  let ready;
  const started = new Promise((resolve, reject) => (ready = { resolve, reject }));

  // The query of the worker's address says how it starts: from a snapshot (?restore), with the first pack (?first), or with
  // all.
  function startPython(mode) {
    let isReady = false; // from then on the worker cannot be replaced: the page shows its state
    worker = new Worker(`${HOME}worker.js${mode}`, { type: "module" });
    worker.onerror = (event) => onFailed(event.message ?? "a module cannot be loaded");
    const onFailed = async (why, cause = why) => {
      if (isReady) return showStopped(why);
      if (mode === "") {
        console.error(why);
        return ready.reject(cause);
      }
      // the snapshot may be broken: start once more without it
      console.warn(why);
      worker.terminate();
      await fetch("memory", { method: "DELETE" }).catch(() => {});
      startPython("");
      if (hasData) sendSetup();
    };
    worker.onmessage = ({ data }) => {
      clearAnswerTimer();
      if (Array.isArray(data)) {
        releaseFrames();
        return data.forEach((packet) => receivePacket(packet));
      }
      if (data.share) step(data.share);
      if (data.ready) {
        isReady = true;
        restored = data.restored;
        ready.resolve();
      }
      if (data.failed) onFailed(data.failed, data.why);
      if (data.left) onLeft();
      if (data.what === "unkept") notice("unkept", { reload: () => location.reload() });
      if (data.what === "kept") dismiss("unkept");
      if (data.what === "unfetched" && !isOver()) fail("incomplete");
      else if (data.what === "unfetched") notice("unfetched", { reload: () => location.reload() });
    };
  }
  const showStopped = (why) => {
    if (!isOver()) return fail("failed", why);
    console.error(why);
    notice("stopped", { reload: () => location.reload() });
  };

  // A crashed Python may not report it, for example after a stack overflow. As it answers every message, silence means a crash.
  const PYTHON_TIMEOUT = 20000; // a slow phone may take long to open a long game
  let answerTimer;
  const clearAnswerTimer = () => {
    clearTimeout(answerTimer);
    answerTimer = undefined;
  };
  function expectAnswer(what) {
    answerTimer ??= setTimeout(() => {
      answerTimer = undefined;
      if (what) return showStopped(what);
      // the phone may have slept and lost the answer: ask once more
      worker.postMessage({ there: true });
      expectAnswer("Python does not answer any more");
    }, PYTHON_TIMEOUT);
  }

  // The answer to a touch takes precedence over its animation, which would keep the page busy frame by frame, as browsers
  // prioritize frames. Frames are held until the answer arrives, but no longer than 100 ms: an answer within that time feels
  // immediate.
  const MAX_HOLD = 100; // milliseconds
  const requestFrame = requestAnimationFrame;
  const heldFrames = [];
  let holdTimer;
  let touched = false; // since the last message: the next message of the page is about this touch
  addEventListener("pointerup", () => (touched = true), { capture: true });
  globalThis.requestAnimationFrame = (frame) =>
    holdTimer ? heldFrames.push(frame) : requestFrame((time) => (holdTimer ? heldFrames.push(frame) : frame(time)));
  function releaseFrames() {
    clearTimeout(holdTimer);
    holdTimer = undefined;
    heldFrames.splice(0).forEach((frame) => requestFrame(frame));
  }
  function holdFrames() {
    if (!touched) return;
    touched = false;
    clearTimeout(holdTimer);
    holdTimer = setTimeout(releaseFrames, MAX_HOLD);
  }

  const sendSetup = async () => {
    const lasting = (await navigator.storage?.persisted?.()) ?? false;
    const route = location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
    const page = { route, width: innerWidth, height: innerHeight }; // the values that Flet's client will send
    worker.postMessage({ ours: { languages: navigator.languages, lasting, home: HOME, preferences: preferences(), page } });
  };

  // ---- files from other apps

  const sendFile = async (content) => worker.postMessage({ brought: new Uint8Array(await content.arrayBuffer()) });
  async function takeFile() {
    const cache = await globalThis.caches?.open(`handed ${new URL(HOME).pathname}`);
    const found = hasData && (await cache?.match(`${HOME}handed`));
    // all pages are notified, but only one takes the file
    if (found && (await cache.delete(`${HOME}handed`))) await sendFile(found);
  }
  // a file that was opened with the app
  const acceptOpenedFiles = () => globalThis.launchQueue?.setConsumer(async ({ files: [file] }) => file && sendFile(await file.getFile()));
  started.catch((error) => fail(reason(error), error));

  // Once per version, after the first screen and once all files are cached: save a snapshot of Python with the app loaded.
  const IDLE_TIME = 4000; // making a snapshot takes a whole processor core, and the user has just opened the app
  let restored = true;
  async function makeSnapshot() {
    if (restored || !serviceWorker.controller) return;
    restored = true;
    while (!document.querySelector("[flt-semantics-identifier]")) await pause(IDLE_TIME);
    await pause(IDLE_TIME);
    const snapshotWorker = new Worker(`${HOME}worker.js?make`, { type: "module" });
    snapshotWorker.onmessage = ({ data }) => {
      if (data.failed) console.warn(data.failed);
      if (data.failed || "made" in data) snapshotWorker.terminate();
    };
  }

  globalThis.jsConnect = async (_, args, onPacket) => {
    receivePacket = onPacket;
    await started;
  };
  globalThis.jsSend = async (_, data) => {
    holdFrames();
    worker.postMessage(data, [data.buffer]);
    expectAnswer();
  };
  globalThis.jsDisconnect = async () => {};

  function startClient() {
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
        // render directly to the visible canvas; passing on bitmaps from an offscreen canvas would stall the page
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

  // Some browsers ask the user for permission, so nothing waits for the answer.
  const requestPersistence = async () => worker.postMessage({ lasting: (await navigator.storage?.persist?.()) ?? false });

  (async () => {
    await registerServiceWorker();
    const here = /^#?\/?$/.test(location.hash);
    startPython(isFirstVisit && here ? "?first" : serviceWorker?.controller && !isFirstVisit ? "?restore" : "");
    // before the client, which keeps the page busy for a while
    await acquireData();
    hasData = true;
    await sendSetup();
    startClient();
    await started;
    takeFile();
    acceptOpenedFiles();
    requestPersistence();
    while (!document.querySelector("[flt-semantics-identifier]")) await pause(POLL_INTERVAL);
    worker.postMessage({ shown: true });
    await offerUpdates(); // only now, so that further downloads do not delay the first screen
  })().catch((error) => {
    console.error(error);
    ready.reject(error);
  });
})();
