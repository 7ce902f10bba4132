// What the keyboard stands on and where Tab leads. It is ringed whatever it is, in ink and in light, so that it is seen on every
// ground. The client cannot: it takes what was tapped for what the keyboard stands on.
(() => {
  // what can be written on or pressed, and every other stop, such as a text that can be selected
  const WHERE = "flt-semantics[tabindex='0'], input, textarea, [flt-tappable], [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem]";
  const FIELD = "input:not([type=range]), textarea";
  const ring = document.createElement("div");
  Object.assign(ring.style, {
    position: "fixed", zIndex: "2147483647", pointerEvents: "none", display: "none", boxSizing: "border-box",
    border: "3px solid #1d1812", boxShadow: "0 0 0 2px #fffdf6, inset 0 0 0 2px #fffdf6", borderRadius: "14px",
  });
  ring.id = "keyboard-ring";
  ring.setAttribute("aria-hidden", "true");
  let byKeys = false, drawing = 0;
  const draw = () => {
    const on = document.activeElement;
    const here = byKeys && on instanceof HTMLElement && on.matches(WHERE);
    const written = here && on.matches(FIELD);
    // a field is wider than what is drawn of it, and its name stands across its upper edge
    const box = here && (written ? on.closest("flt-semantics") ?? on : on).getBoundingClientRect(), gap = written ? 10 : 3;
    const seen = box && box.width > 0 && box.width * box.height < 0.9 * innerWidth * innerHeight;
    ring.style.display = seen ? "block" : "none";
    if (seen) {
      if (!ring.isConnected) document.body.append(ring);
      const place = { left: box.left - gap, top: box.top - gap, width: box.width + 2 * gap, height: box.height + 2 * gap };
      for (const [side, much] of Object.entries(place)) ring.style[side] = `${much}px`;
    }
    drawing = byKeys ? requestAnimationFrame(draw) : 0;
  };
  addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (!["Tab", "Enter", " "].includes(event.key) && !event.key.startsWith("Arrow")) return;
    if (event.key !== "Tab" && event.target instanceof Element && event.target.matches(FIELD)) return; // something is being written
    byKeys = true;
    drawing ||= requestAnimationFrame(draw);
  }, true);
  addEventListener("pointerdown", () => { byKeys = false; }, true);

  // Tab goes through the page as it is read, one pane after the other; the client would go by lines across all panes.
  // Of several radio buttons the one that is chosen is a stop, as the client has it: the arrows lead to the others.
  const STOPS = "flt-semantics[tabindex='0'], flt-semantics input, flt-semantics textarea";
  const radio = (one) => one?.matches("[role=radio]");
  const chosen = (one) => one.matches("[aria-checked=true]");
  const stops = () => {
    const all = [...document.querySelectorAll(STOPS)].filter((one) => one.getClientRects().length);
    return all.filter((one, at) => {
      if (!radio(one) || chosen(one)) return true;
      let first = at, last = at;
      while (radio(all[first - 1])) first--;
      while (radio(all[last + 1])) last++;
      return at === first && !all.slice(first, last + 1).some(chosen);
    });
  };
  addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.metaKey || event.ctrlKey || event.altKey) return;
    const all = stops(), on = document.activeElement;
    if (!all.length) return;
    const after = all.findIndex((one) => on.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    const at = all.indexOf(on), many = all.length;
    const place = at >= 0 ? at : after >= 0 ? after - (event.shiftKey ? 0 : 1) : many - 1;
    all[(place + (event.shiftKey ? -1 : 1) + many) % many].focus();
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
})();
