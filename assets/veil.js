// Hides what only one player may see as soon as the page is not shown any more: the client draws nothing until it is shown
// again, and the first thing on the screen would be what was seen before. The program lets a curtain fall meanwhile.
(() => {
  const MARK = '[flt-semantics-identifier="private"]';
  const PATIENCE = 3000; // a program that is gone never lets it fall; then the page says so itself
  const veil = (down) => {
    for (const view of document.querySelectorAll("flutter-view")) view.style.visibility = down ? "hidden" : "";
  };
  let down = false;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      if (document.querySelector(MARK)) veil((down = true));
      return;
    }
    if (!down) return;
    const since = Date.now();
    const look = setInterval(() => {
      if (document.hidden) return clearInterval(look);
      if (document.querySelector(MARK) && Date.now() - since < PATIENCE) return;
      clearInterval(look);
      veil((down = false));
    }, 50);
  });
})();
