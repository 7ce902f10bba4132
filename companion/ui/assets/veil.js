// Hides private screens as soon as the page is hidden. The client renders nothing while the page is hidden, so the private
// screen would flash up when the page is shown again. Meanwhile the app opens its privacy screen.
(() => {
  const PRIVATE = '[flt-semantics-identifier="private"]';
  const TIMEOUT = 10000; // the app does not respond: reload the page
  const setBlank = (isBlank) => {
    for (const view of document.querySelectorAll("flutter-view")) view.style.visibility = isBlank ? "hidden" : "";
  };
  let isBlank = false;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      isBlank ||= document.querySelector(PRIVATE) !== null;
      setBlank(isBlank);
      return;
    }
    const since = Date.now();
    const timer = setInterval(() => {
      const isCovered = !document.querySelector(PRIVATE);
      if (isCovered) setBlank((isBlank = false));
      else if (!document.hidden && Date.now() - since > TIMEOUT) location.reload();
      if (isCovered || document.hidden) clearInterval(timer);
    }, 50);
    if (!isBlank) clearInterval(timer);
  });
})();
