// Hides what only one player may see as soon as the page is not shown any more: the client draws nothing until it is shown
// again, and the first thing on the screen would be what was seen before. The program lets a curtain fall meanwhile.
(() => {
  const MARK = '[flt-semantics-identifier="private"]';
  const PATIENCE = 10000; // whoever waits for a program that does not answer is better off with a new page
  const veil = (down) => {
    for (const view of document.querySelectorAll("flutter-view")) view.style.visibility = down ? "hidden" : "";
  };
  let down = false;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      down ||= document.querySelector(MARK) !== null;
      veil(down);
      return;
    }
    const since = Date.now();
    const look = setInterval(() => {
      const fallen = !document.querySelector(MARK);
      if (fallen) veil((down = false));
      else if (!document.hidden && Date.now() - since > PATIENCE) location.reload();
      if (fallen || document.hidden) clearInterval(look);
    }, 50);
    if (!down) clearInterval(look);
  });
})();
