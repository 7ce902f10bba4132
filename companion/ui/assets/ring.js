// What the keyboard stands on, where Tab leads, and where it comes back to. What it stands on is ringed whatever it is, in ink
// and in light, so that it is seen on every ground. The client cannot: it takes what was tapped for what the keyboard stands on.
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
  const GROUP = "[role=radiogroup]";
  const radio = (one) => one?.matches("[role=radio]");
  const chosen = (one) => one.matches("[aria-checked=true]");
  const everywhere = () => [...document.querySelectorAll(STOPS)].filter((one) => one.getClientRects().length);
  const stopOf = (one, all) => {
    if (!radio(one)) return one;
    const ways = all.filter((other) => radio(other) && other.closest(GROUP) === one.closest(GROUP));
    return ways.find(chosen) ?? ways[0];
  };
  const stops = () => {
    const all = everywhere();
    return all.filter((one) => one === stopOf(one, all));
  };
  addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.metaKey || event.ctrlKey || event.altKey) return;
    const all = stops(), on = document.activeElement;
    if (!all.length) return;
    const after = all.findIndex((one) => on.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    const at = all.indexOf(on), many = all.length;
    const place = at >= 0 ? at : after >= 0 ? after - (event.shiftKey ? 0 : 1) : many - 1;
    const next = all[(place + (event.shiftKey ? -1 : 1) + many) % many];
    (on === document.body ? (first() ?? next) : next).focus();
    note(document.activeElement);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // What a key does may take away what the keyboard stands on: a button that is told, a window that is closed. The client then
  // stands nowhere, or at a stop of long ago. It goes back to where it stood on this screen before, or to what is told most.
  const BLINK = 120, GONE = 3, LATE = 5, REMEMBERED = 20;
  const screens = new Map(); // what it stood on, the latest last, by the address of the screen
  let held, timer = 0, nowhere = 0, beside = 0;
  const screen = () => location.href.replace(/[?&]above=\d+$/, "");
  const named = (one) => one?.closest?.("[flt-semantics-identifier]")?.getAttribute("flt-semantics-identifier");
  const stop = (name) => {
    const all = everywhere();
    return stopOf(all.find((one) => named(one) === name), all);
  };
  const first = () => {
    const all = stops();
    const there = (name, also) => all.find((one) => also(one) && one.closest(`[flt-semantics-identifier=${name}]`));
    return there("foot", (one) => !radio(one) || !chosen(one)) ?? there("search", () => true);
  };
  const before = () => (screens.get(screen()) ?? []).map(stop).findLast(Boolean);
  const note = (on) => {
    const name = named(on);
    if (!name) return;
    held = { name, at: location.href };
    const stood = (screens.get(screen()) ?? []).filter((one) => one !== name);
    screens.set(screen(), [...stood, name].slice(-REMEMBERED));
  };
  const goBack = () => {
    const told = held?.at === location.href; // nothing was opened or closed: something was told
    const next = (held && stop(held.name)) ?? (told ? first() ?? before() : before() ?? first());
    held = undefined;
    next?.focus();
  };
  const look = () => {
    const on = document.activeElement;
    if (!on?.closest("flt-semantics-host")) {
      if (++nowhere === GONE) goBack();
      return;
    }
    nowhere = 0;
    // what was chosen by an arrow comes back from the program a little later than the place where the keyboard stood before
    const way = stopOf(on, everywhere());
    beside = way === on ? 0 : beside + 1;
    if (beside === LATE) way?.focus();
    const fell = held?.at === location.href && named(on) !== held.name && !on.matches(FIELD) && !stop(held.name);
    if (fell) goBack();
    else note(on);
  };
  addEventListener("keydown", (event) => {
    const writing = event.target instanceof Element && event.target.matches(FIELD);
    if (writing && !["Tab", "Enter", "Escape"].includes(event.key)) return;
    nowhere = 0;
    timer ||= setInterval(look, BLINK);
  }, true);
  addEventListener("pointerdown", () => {
    clearInterval(timer);
    timer = 0;
    held = undefined;
  }, true);
})();
