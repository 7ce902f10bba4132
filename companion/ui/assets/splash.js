// Keeps the loading screen until the app has drawn its first screen; the client alone would take it away at its own
// first frame, and show a bare "Working..." in colours of its own until then. To be loaded in the head, deferred.
(() => {
  const splash = document.getElementById("loading");
  if (!splash) return;
  splash.id = "splash"; // out of the client's reach
  const begun = Date.now();
  const patience = 45000; // should the first screen never come, the client says why
  const fonts = 450; // they arrive just after the first screen
  const look = setInterval(() => {
    const drawn = document.querySelector("[flt-semantics-identifier]");
    if (!drawn && Date.now() - begun < patience) return;
    clearInterval(look);
    setTimeout(() => {
      splash.style.opacity = "0";
      setTimeout(() => splash.remove(), 220);
    }, fonts);
  }, 50);
})();
