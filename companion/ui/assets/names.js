// What the page and what lies above it are called.
(() => {
  const NAME = "Companion";
  const HEADING = "h1, h2, h3, h4, h5, h6, [role=heading]";
  let naming = 0;
  // A window is called by its heading, of which the client leaves it ignorant; a sheet from below is a window too.
  const callWindows = () => {
    for (const one of document.querySelectorAll("[role=alertdialog]:not([aria-label], [aria-labelledby])")) {
      const heading = one.querySelector(HEADING);
      if (heading?.id) one.setAttribute("aria-labelledby", heading.id);
    }
    for (const one of document.querySelectorAll("[flt-semantics-identifier=bottom-sheet]")) one.setAttribute("role", "dialog");
  };
  // The page is called by the heading of its bar, so that several of them, and the browser's history, can be told apart.
  const callPage = () => {
    if (document.querySelector("[role=alertdialog], [role=dialog]")) return;
    const heading = document.querySelector("flt-semantics-host h2")?.textContent;
    const title = [...new Set([heading, NAME])].filter(Boolean).join(" · ");
    if (title !== document.title) document.title = title;
  };
  const call = () => {
    naming = 0;
    callWindows();
    callPage();
  };
  new MutationObserver(() => { naming ||= requestAnimationFrame(call); }).observe(document, { childList: true, subtree: true });
})();
