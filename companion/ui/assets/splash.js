// Shows the loading screen from the first moment until the app has drawn its first screen: how much of it has come, and what to do
// where a start fails or makes no progress. Later it says, above the table, when there is no connection or the link has ended; the
// client alone would show a bare "Working..." in colours of its own, and a screen reader would read it aloud below the loading
// screen: so the client is hidden until it has something of ours to show.
//
// It is part of the page itself: it runs where no other file can be loaded. Its syntax is that of 2015, for browsers that are too
// old for the program.
(() => {
  const splash = document.getElementById("loading");
  const { words, total } = JSON.parse(document.getElementById("splash-data").textContent);
  splash.id = "splash"; // out of the client's reach
  const section = splash.querySelector("section");
  const text = splash.querySelector("p");
  const bar = splash.querySelector("progress");
  const again = splash.querySelector("button");

  // what has been told is on the screen a little later: a pocket draws in the page itself, all else in a worker
  const drawing = () => (globalThis.flet && globalThis.flet.pyodide ? 100 : 450);
  const reading = 7000; // of a sentence, unless a tap says that it has been read
  const blink = 250; // a connection that is back so soon was never missed

  // Some systems name their language "c" or "de_DE.UTF-8". The client would throw: these are no language tags.
  const tag = (name) => {
    try {
      return Intl.getCanonicalLocales(String(name).replace(/[.@].*/, "").replace(/_/g, "-"))[0];
    } catch (error) {
      return undefined;
    }
  };
  const named = [].concat(navigator.languages || navigator.language || []);
  if (!named.length || named.some((name) => tag(name) === undefined)) {
    const tags = named.map(tag).filter(Boolean);
    if (!tags.length) tags.push("en");
    Object.defineProperty(navigator, "languages", { configurable: true, get: () => tags });
    Object.defineProperty(navigator, "language", { configurable: true, get: () => tags[0] });
  }

  // The language of the page is the device's, unless its owner has chosen another.
  const language = () => {
    let chosen;
    try {
      chosen = JSON.parse(JSON.parse(localStorage.getItem("flutter.companion.preferences"))).language;
    } catch (error) {
      // nothing is chosen
    }
    const wanted = [chosen].concat(navigator.languages).filter(Boolean).map((name) => name.split(/[-_]/)[0]);
    return wanted.find((name) => name in words) || Object.keys(words)[0];
  };
  const put = (what, values) => {
    splash.lang = language();
    text.textContent = words[splash.lang][what].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    text.dataset.say = what;
    text.hidden = false;
  };

  // ---- a start

  const SECOND = 1000;
  const BYTES = 10; // seconds without a byte: the connection may be gone; sw.js tries another one a little later
  const SIGN = 45; // seconds without any sign of life: a slow phone may need many
  const BROKEN = 4; // seconds after an error: perhaps it goes on all the same

  let started = false;
  let failure; // what the screen says of the start, if it fails
  let final = false; // whether it cannot go on by itself
  let broken; // an error that nothing has handled
  let quiet = 0; // seconds since the last sign of life
  let loaded; // bytes, where they are counted
  let most; // of so many

  const SMALL = 1e5; // bytes: of the small files a browser may leave one out
  const isComing = () => most - loaded > SMALL;
  const show = () => {
    if (isComing()) put("once", { come: Math.floor(loaded / 1e6), all: Math.round(most / 1e6) });
    else put(most === undefined ? "loading" : "starting");
  };
  const alive = () => {
    quiet = 0;
    if (!failure || final || started) return;
    failure = undefined;
    splash.classList.remove("failed");
    text.removeAttribute("role");
    show();
  };
  // Say how many bytes of the first visit have come, and how many there are.
  const loading = (come, all) => {
    if (come !== loaded) alive();
    loaded = come;
    most = all;
    if (!started && !failure) show();
  };
  // Say how much of the whole start is done, from 0 to 1; the bar never goes back.
  const step = (share) => {
    alive();
    if (share > bar.value) bar.value = share;
  };
  const fail = (what, why) => {
    if (why !== undefined) console.error(why);
    if (started || final) return;
    failure = what;
    final = what !== "stalled" && what !== "slow";
    text.setAttribute("role", "alert");
    put(what);
    again.textContent = words[splash.lang].again;
    splash.classList.add("failed");
    focus.call(again);
  };
  // Return the sentence for an error.
  const reason = (error) => {
    const said = error && error.message ? `${error.name}: ${error.message}` : String(error);
    if (/memory|allocat/i.test(said)) return "memory";
    if (/WebAssembly|CompileError|LinkError|SyntaxError/.test(said)) return "unable";
    if (/SecurityError|InvalidStateError|NotAllowedError|UnknownError|indexedDB|insecure|denied/i.test(said)) return "refused";
    if (/fetch|network|load|import|: \d{3}$/i.test(said)) return "incomplete";
    return "failed";
  };

  const broke = (event) => {
    if (event.target instanceof HTMLScriptElement) {
      // what the client asks of other hosts is forbidden, and not needed
      if (event.target.src.startsWith(location.origin)) fail("incomplete", event.target.src);
      return;
    }
    broken = event.error || event.reason || event.message || broken;
  };
  addEventListener("error", broke, true);
  addEventListener("unhandledrejection", broke);
  again.onclick = () => {
    const reload = () => location.reload();
    if (failure !== "stalled" && failure !== "incomplete") return reload();
    // without a connection the browser would show a page of its own
    again.disabled = true;
    const there = fetch(location.href, { method: "HEAD", cache: "no-store" });
    const patience = new Promise((resolve) => setTimeout(resolve, 4 * SECOND));
    Promise.race([there, patience]).then(reload, () => (again.disabled = false));
  };
  const watch = setInterval(() => {
    // who has to answer something first, or has put the phone away, waits for nothing
    if (failure || ended || document.hidden || document.getElementById("notice")) return;
    quiet++;
    if (broken !== undefined && quiet >= BROKEN) fail(reason(broken));
    else if (isComing() && quiet >= BYTES) fail("stalled");
    else if (quiet >= SIGN) fail("slow");
  }, SECOND);
  let seen;
  try {
    seen = new PerformanceObserver(alive);
    seen.observe({ entryTypes: ["resource"] });
  } catch (error) {
    // this browser does not say what has come
  }

  // ---- what is touched and focused

  // What the client puts the keyboard on while nothing of it can be seen has it afterwards; a browser would forget it.
  let held;
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (...how) {
    held = this;
    focus.apply(this, how);
  };
  const giveBack = () => {
    if (held && held.isConnected && document.activeElement === document.body) focus.call(held, { preventScroll: true });
    held = undefined;
  };
  // A tap would come to nothing, and nobody would know: neither finger, key nor screen reader gets through.
  const close = (closed) => {
    if (closed && document.activeElement !== document.body) held = document.activeElement;
    splash.style.pointerEvents = closed ? "auto" : "none";
    for (const view of document.querySelectorAll("flutter-view")) view.inert = closed;
    if (!closed) giveBack();
  };
  const hide = () => {
    splash.style.opacity = "0";
    close(false);
    setTimeout(() => {
      if (splash.style.opacity === "0") text.hidden = true;
    }, 220);
  };

  // ---- what is said once the app is there

  let lost; // the timer that shows the loss, as long as there is one
  let ended = false;
  const tell = (what) => {
    put(what);
    section.removeAttribute("aria-live");
    splash.classList.remove("failed");
    splash.classList.add("notice");
    splash.style.opacity = "1";
    close(true);
  };

  const look = setInterval(() => {
    if (!document.querySelector("[flt-semantics-identifier]")) return;
    clearInterval(look);
    clearInterval(watch);
    if (seen) seen.disconnect();
    removeEventListener("error", broke, true);
    removeEventListener("unhandledrejection", broke);
    started = true;
    bar.value = 1;
    splash.classList.remove("starting", "failed");
    HTMLElement.prototype.focus = focus;
    giveBack();
    if (!ended) setTimeout(() => lost || ended || hide(), drawing());
  }, 50);

  window.addEventListener("companion:lost", () => {
    if (!started || lost || ended) return;
    close(true);
    lost = setTimeout(() => tell("lost"), blink);
  });
  window.addEventListener("companion:found", () => {
    if (!lost || ended) return;
    clearTimeout(lost);
    lost = undefined;
    hide();
  });
  window.addEventListener("companion:large", () => {
    const read = () => lost || ended || hide();
    tell("large");
    splash.addEventListener("click", read, { once: true });
    setTimeout(read, reading);
  });
  window.addEventListener("companion:ended", () => {
    ended = true;
    clearTimeout(lost);
    tell("ended");
  });

  globalThis.companionStart = { fail, language, loading, reason, step, isOver: () => started };
  document.documentElement.lang = language();
  const visited = "serviceWorker" in navigator && navigator.serviceWorker.controller;
  if (total && "serviceWorker" in navigator && !visited) loading(0, total);
  else show();
  try {
    localStorage.getItem(sessionStorage.getItem("")); // the client waits for ever where it may not
  } catch (error) {
    broken = `SecurityError: ${error.message}`;
  }
  if (typeof WebAssembly !== "object") fail("unable", "there is no WebAssembly");
})();
