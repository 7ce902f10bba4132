// Keeps the loading screen until the app has drawn its first screen, and brings it back with a word of explanation while
// there is no connection; the client alone would show a bare "Working..." in colours of its own both times.
(() => {
  const splash = document.getElementById("loading");
  if (!splash) return;
  splash.id = "splash"; // out of the client's reach
  const begun = Date.now();
  const patience = 45000; // should the first screen never come, the client says why
  const fonts = 450; // they arrive just after the first screen
  const blink = 250; // a connection that is back so soon was never missed
  const words = [...splash.querySelectorAll("[lang]")];
  const spoken = navigator.languages.map((tag) => tag.split("-")[0]);
  const said = spoken.map((tag) => words.find((word) => word.lang === tag)).find((word) => word) || words[0];

  let started = false;
  let lost; // the timer that shows the loss, as long as there is one

  const hide = () => {
    splash.style.opacity = "0";
    splash.style.pointerEvents = "none";
    setTimeout(() => {
      if (splash.style.opacity === "0") words.forEach((word) => (word.hidden = true));
    }, 220);
  };

  const look = setInterval(() => {
    const drawn = document.querySelector("[flt-semantics-identifier]");
    if (!drawn && Date.now() - begun < patience) return;
    clearInterval(look);
    started = true;
    setTimeout(hide, fonts);
  }, 50);

  const lose = () => {
    if (!started || lost) return;
    lost = setTimeout(() => {
      if (said) said.hidden = false;
      splash.style.opacity = "1";
      splash.style.pointerEvents = "auto"; // a tap would come to nothing, and nobody would know
    }, blink);
  };
  const find = () => {
    if (!lost) return;
    clearTimeout(lost);
    lost = undefined;
    setTimeout(() => lost || hide(), fonts);
  };
  const Socket = window.WebSocket;
  let latest; // an earlier one that ends late is no loss
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      latest = this;
      this.addEventListener("close", () => this === latest && lose());
      this.addEventListener("message", find);
    }
  };
})();
