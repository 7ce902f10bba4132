// Keeps the loading screen until the app has drawn its first screen, and says, above the table, when there is no connection
// or the link has ended; the client alone would show a bare "Working..." in colours of its own, and a screen reader would read it
// aloud below the loading screen: so the client is hidden until it has something of ours to show.
(() => {
  const splash = document.getElementById("loading");
  if (!splash) return;
  splash.id = "splash"; // out of the client's reach
  const begun = Date.now();
  const patience = 45000; // should the first screen never come, the client says why
  // what has been told is on the screen a little later: a pocket draws in the page itself, all else in a worker
  const drawing = () => (globalThis.flet?.pyodide ? 100 : 450);
  const reading = 7000; // of a sentence, unless a tap says that it has been read
  const blink = 250; // a connection that is back so soon was never missed
  const words = [...splash.querySelectorAll("[lang]")];

  let started = false;
  let lost; // the timer that shows the loss, as long as there is one
  let ended = false;

  // The language of the page is the device's, unless its owner has chosen another.
  const spoken = () => {
    let chosen;
    try {
      chosen = JSON.parse(JSON.parse(localStorage.getItem("flutter.companion.preferences"))).language;
    } catch {
      // nothing is chosen
    }
    const wanted = [chosen, ...navigator.languages].filter(Boolean).map((tag) => tag.split(/[-_]/)[0]);
    return wanted.find((language) => words.some((word) => word.lang === language)) ?? words[0]?.lang;
  };
  const tell = (what) => {
    const language = spoken();
    words.forEach((word) => (word.hidden = word.lang !== language || word.dataset.say !== what));
    splash.classList.add("notice");
    splash.style.opacity = "1";
    bar(true);
  };
  // What the client puts the keyboard on while nothing of it can be seen has it afterwards; a browser would forget it.
  let held;
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (...how) {
    held = this;
    focus.apply(this, how);
  };
  const giveBack = () => {
    if (held?.isConnected && document.activeElement === document.body) focus.call(held, { preventScroll: true });
    held = undefined;
  };
  // A tap would come to nothing, and nobody would know: neither finger, key nor screen reader gets through.
  const bar = (closed) => {
    if (closed && document.activeElement !== document.body) held = document.activeElement;
    splash.style.pointerEvents = closed ? "auto" : "none";
    for (const view of document.querySelectorAll("flutter-view")) view.inert = closed;
    if (!closed) giveBack();
  };
  const hide = () => {
    splash.style.opacity = "0";
    bar(false);
    setTimeout(() => {
      if (splash.style.opacity === "0") words.forEach((word) => (word.hidden = true));
    }, 220);
  };

  const look = setInterval(() => {
    const drawn = document.querySelector("[flt-semantics-identifier]");
    if (!drawn && Date.now() - begun < patience) return;
    clearInterval(look);
    started = true;
    splash.classList.remove("starting");
    HTMLElement.prototype.focus = focus;
    giveBack();
    if (!ended) setTimeout(() => lost || ended || hide(), drawing());
  }, 50);

  window.addEventListener("companion:lost", () => {
    if (!started || lost || ended) return;
    bar(true);
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
})();
