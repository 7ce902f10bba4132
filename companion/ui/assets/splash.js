// Shows the loading screen until the app has rendered its first screen: the progress, and what to do if the start fails or
// stalls. Later it shows notices above the app when the connection is lost or the link has ended. Flet's client would show an
// untranslated "Working..." in its own colours, which a screen reader would read aloud behind the loading screen; so the client
// stays hidden until it shows a screen of the app.
//
// This script is inlined in the page, so it runs even if no other file can be loaded. It uses the syntax of 2015, so that it
// also runs in browsers that are too old for the app.
(() => {
  const splash = document.getElementById("loading");
  const { words, total } = JSON.parse(document.getElementById("splash-data").textContent);
  splash.id = "splash"; // Flet's client removes #loading
  const section = splash.querySelector("section");
  const text = splash.querySelector("p");
  const bar = splash.querySelector("progress");
  const retry = splash.querySelector("button");

  const SCREEN = "[flt-semantics-identifier]"; // only screens of the app have identifiers
  // Delay until an update is on screen: the browser app renders in the main thread, other pages in a worker.
  const renderDelay = () => (globalThis.flet && globalThis.flet.pyodide ? 100 : 450);
  const paintTimeout = 10000; // for the frame with the first screen, which a slow device shows seconds after its semantics
  const readingTime = 7000; // of a notice, unless it is dismissed by a tap
  const lossDelay = 250; // a shorter loss of connection is not shown

  // Some systems report languages such as "c" or "de_DE.UTF-8". These are not valid language tags, and the client would throw.
  const tag = (name) => {
    try {
      return Intl.getCanonicalLocales(String(name).replace(/[.@].*/, "").replace(/_/g, "-"))[0];
    } catch (error) {
      return undefined;
    }
  };
  const languages = [].concat(navigator.languages || navigator.language || []);
  if (!languages.length || languages.some((name) => tag(name) === undefined)) {
    const tags = languages.map(tag).filter(Boolean);
    if (!tags.length) tags.push("en");
    Object.defineProperty(navigator, "languages", { configurable: true, get: () => tags });
    Object.defineProperty(navigator, "language", { configurable: true, get: () => tags[0] });
  }

  // The page uses the device's language, unless another one is set in the preferences.
  const language = () => {
    let chosen;
    try {
      chosen = JSON.parse(JSON.parse(localStorage.getItem("flutter.companion.preferences"))).language;
    } catch (error) {
      // no language is set
    }
    const wanted = [chosen].concat(navigator.languages).filter(Boolean).map((name) => name.split(/[-_]/)[0]);
    return wanted.find((name) => name in words) || Object.keys(words)[0];
  };
  const setText = (what, values) => {
    splash.lang = language();
    text.textContent = words[splash.lang][what].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    text.dataset.say = what;
    text.hidden = false;
  };

  // ---- start

  const SECOND = 1000;
  const DOWNLOAD_TIMEOUT = 10; // seconds without a byte: the connection may be dead; sw.js retries a little later
  const PROGRESS_TIMEOUT = 45; // seconds without progress: a slow phone may need many
  const ERROR_TIMEOUT = 4; // seconds after an error: the start may continue despite it

  let started = false;
  let failure; // key of the failure message that is shown
  let final = false; // whether the start cannot recover by itself
  let unhandled; // the last unhandled error
  let idle = 0; // seconds since the last progress
  let loadedBytes; // bytes, if known
  let totalBytes; // bytes

  const SMALL_FILES = 1e5; // bytes: the reported size may miss some small files
  const isDownloading = () => totalBytes - loadedBytes > SMALL_FILES;
  const show = () => {
    if (isDownloading()) setText("once", { come: Math.floor(loadedBytes / 1e6), all: Math.round(totalBytes / 1e6) });
    else setText(totalBytes === undefined ? "loading" : "starting");
  };
  const progressed = () => {
    idle = 0;
    if (!failure || final || started) return;
    failure = undefined;
    splash.classList.remove("failed");
    text.removeAttribute("role");
    show();
  };
  // Show how many bytes of the first visit have been downloaded, and how many there are.
  const loading = (come, all) => {
    if (come !== loadedBytes) progressed();
    loadedBytes = come;
    totalBytes = all;
    if (!started && !failure) show();
  };
  // Set the progress of the whole start, from 0 to 1; the bar never goes back.
  const step = (share) => {
    progressed();
    if (share > bar.value) bar.value = share;
  };
  const fail = (what, why) => {
    if (why !== undefined) console.error(why);
    if (started || final) return;
    failure = what;
    final = what !== "stalled" && what !== "slow";
    text.setAttribute("role", "alert");
    setText(what);
    retry.textContent = words[splash.lang].again;
    splash.classList.add("failed");
    focus.call(retry);
  };
  // Return the message key for an error.
  const reason = (error) => {
    const description = error && error.message ? `${error.name}: ${error.message}` : String(error);
    if (/memory|allocat/i.test(description)) return "memory";
    if (/WebAssembly|CompileError|LinkError|SyntaxError/.test(description)) return "unable";
    if (/SecurityError|InvalidStateError|NotAllowedError|UnknownError|indexedDB|insecure|denied/i.test(description)) return "refused";
    if (/fetch|network|load|import|: \d{3}$/i.test(description)) return "incomplete";
    return "failed";
  };

  const onError = (event) => {
    if (event.target instanceof HTMLScriptElement) {
      // requests of the client to other hosts are blocked by the policy, and not needed
      if (event.target.src.startsWith(location.origin)) fail("incomplete", event.target.src);
      return;
    }
    unhandled = event.error || event.reason || event.message || unhandled;
  };
  addEventListener("error", onError, true);
  addEventListener("unhandledrejection", onError);
  retry.onclick = () => {
    const reload = () => location.reload();
    if (failure !== "stalled" && failure !== "incomplete") return reload();
    // offline, a reload would show the browser's own error page
    retry.disabled = true;
    const online = fetch(location.href, { method: "HEAD", cache: "no-store" });
    const timeout = new Promise((resolve) => setTimeout(resolve, 4 * SECOND));
    Promise.race([online, timeout]).then(reload, () => (retry.disabled = false));
  };
  const watchdog = setInterval(() => {
    // do not count while a notice is open or the page is hidden
    if (failure || ended || document.hidden || document.getElementById("notice")) return;
    idle++;
    if (unhandled !== undefined && idle >= ERROR_TIMEOUT) fail(reason(unhandled));
    else if (isDownloading() && idle >= DOWNLOAD_TIMEOUT) fail("stalled");
    else if (idle >= PROGRESS_TIMEOUT) fail("slow");
  }, SECOND);
  let observer;
  try {
    observer = new PerformanceObserver(progressed);
    observer.observe({ entryTypes: ["resource"] });
  } catch (error) {
    // PerformanceObserver is not supported
  }

  // ---- input and focus

  // The client may focus elements that are still hidden, which browsers ignore: remember the element, and focus it later.
  let focused;
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (...args) {
    focused = this;
    focus.apply(this, args);
  };
  const restoreFocus = () => {
    if (focused && focused.isConnected && document.activeElement === document.body) focus.call(focused, { preventScroll: true });
    focused = undefined;
  };
  // Without a connection all input would be lost silently: block pointer, keyboard and screen reader.
  const setBlocked = (blocked) => {
    if (blocked && document.activeElement !== document.body) focused = document.activeElement;
    splash.style.pointerEvents = blocked ? "auto" : "none";
    for (const view of document.querySelectorAll("flutter-view")) view.inert = blocked;
    if (!blocked) restoreFocus();
  };
  const hide = () => {
    splash.style.opacity = "0";
    setBlocked(false);
    setTimeout(() => {
      if (splash.style.opacity === "0") text.hidden = true;
    }, 220);
  };

  // ---- notices after the start

  let lossTimer; // the timer that shows the notice, while the connection is lost
  let ended = false;
  const showNotice = (what) => {
    setText(what);
    section.removeAttribute("aria-live");
    splash.classList.remove("failed");
    splash.classList.add("notice");
    splash.style.opacity = "1";
    setBlocked(true);
  };

  // Most browsers show each frame as a bitmap: one shown after the semantics of the first screen has that screen.
  let frames = 0;
  let onPainted;
  const painted = new Promise((resolve) => (onPainted = resolve));
  const bitmaps = globalThis.ImageBitmapRenderingContext && ImageBitmapRenderingContext.prototype;
  const showFrame = bitmaps && bitmaps.transferFromImageBitmap;
  if (bitmaps) {
    bitmaps.transferFromImageBitmap = function (bitmap) {
      showFrame.call(this, bitmap);
      frames += 1;
      if (!document.querySelector(SCREEN)) return;
      bitmaps.transferFromImageBitmap = showFrame;
      onPainted();
    };
  }

  const firstScreenTimer = setInterval(() => {
    if (!document.querySelector(SCREEN)) return;
    clearInterval(firstScreenTimer);
    clearInterval(watchdog);
    if (observer) observer.disconnect();
    removeEventListener("error", onError, true);
    removeEventListener("unhandledrejection", onError);
    started = true;
    bar.value = 1;
    splash.classList.remove("starting", "failed");
    HTMLElement.prototype.focus = focus;
    restoreFocus();
    setTimeout(onPainted, frames ? paintTimeout : renderDelay());
    painted.then(() => lossTimer || ended || hide());
  }, 50);

  window.addEventListener("companion:lost", () => {
    if (!started || lossTimer || ended) return;
    setBlocked(true);
    lossTimer = setTimeout(() => showNotice("lost"), lossDelay);
  });
  window.addEventListener("companion:found", () => {
    if (!lossTimer || ended) return;
    clearTimeout(lossTimer);
    lossTimer = undefined;
    hide();
  });
  window.addEventListener("companion:large", () => {
    const dismiss = () => lossTimer || ended || hide();
    showNotice("large");
    splash.addEventListener("click", dismiss, { once: true });
    setTimeout(dismiss, readingTime);
  });
  window.addEventListener("companion:ended", () => {
    ended = true;
    clearTimeout(lossTimer);
    showNotice("ended");
  });

  globalThis.companionStart = { fail, language, loading, reason, step, isOver: () => started };
  document.documentElement.lang = language();
  const visited = "serviceWorker" in navigator && navigator.serviceWorker.controller;
  if (total && "serviceWorker" in navigator && !visited) loading(0, total);
  else show();
  try {
    localStorage.getItem(sessionStorage.getItem("")); // the client hangs if storage is blocked
  } catch (error) {
    unhandled = `SecurityError: ${error.message}`;
  }
  if (typeof WebAssembly !== "object") fail("unable", "there is no WebAssembly");
})();
