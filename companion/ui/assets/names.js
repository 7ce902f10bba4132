// Sets accessible names: the page title, and the names of dialogs.
(() => {
  const NAME = "Companion";
  const HEADING = "h1, h2, h3, h4, h5, h6, [role=heading]";
  let frame = 0;
  // A dialog is named after its heading, which the client does not do; a bottom sheet is a dialog too.
  const nameDialogs = () => {
    for (const dialog of document.querySelectorAll("[role=alertdialog]:not([aria-label], [aria-labelledby])")) {
      const heading = dialog.querySelector(HEADING);
      if (heading?.id) dialog.setAttribute("aria-labelledby", heading.id);
    }
    for (const sheet of document.querySelectorAll("[flt-semantics-identifier=bottom-sheet]")) sheet.setAttribute("role", "dialog");
  };
  // The page title contains the heading of the app bar, so that tabs and history entries differ.
  const namePage = () => {
    if (document.querySelector("[role=alertdialog], [role=dialog]")) return;
    const heading = document.querySelector("flt-semantics-host h2")?.textContent;
    const title = [...new Set([heading, NAME])].filter(Boolean).join(" · ");
    if (title !== document.title) document.title = title;
  };
  const update = () => {
    frame = 0;
    nameDialogs();
    namePage();
  };
  new MutationObserver(() => { frame ||= requestAnimationFrame(update); }).observe(document, { childList: true, subtree: true });
})();
