// Keyboard focus: the focus ring, the Tab order, and restoring lost focus. Every focused element gets a ring in a dark and a
// light colour, which is visible on any background. Flet's client cannot do this: it treats a tapped element as focused.
(() => {
  // text fields, buttons and other controls, and all other tab stops, such as selectable text
  const FOCUSABLE = "flt-semantics[tabindex='0'], input, textarea, [flt-tappable], [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem]";
  const TEXT_FIELD = "input:not([type=range]), textarea";
  const ring = document.createElement("div");
  Object.assign(ring.style, {
    position: "fixed", zIndex: "2147483647", pointerEvents: "none", display: "none", boxSizing: "border-box",
    border: "3px solid #1d1812", boxShadow: "0 0 0 2px #fffdf6, inset 0 0 0 2px #fffdf6", borderRadius: "14px",
  });
  ring.id = "keyboard-ring";
  ring.setAttribute("aria-hidden", "true");
  let usingKeyboard = false, frame = 0;
  const draw = () => {
    const active = document.activeElement;
    const isRinged = usingKeyboard && active instanceof HTMLElement && active.matches(FOCUSABLE);
    const isField = isRinged && active.matches(TEXT_FIELD);
    // a field's visible border is larger than its element, and its label sits on the upper edge
    const box = isRinged && (isField ? active.closest("flt-semantics") ?? active : active).getBoundingClientRect(), gap = isField ? 10 : 3;
    const isVisible = box && box.width > 0 && box.width * box.height < 0.9 * innerWidth * innerHeight;
    ring.style.display = isVisible ? "block" : "none";
    if (isVisible) {
      if (!ring.isConnected) document.body.append(ring);
      const place = { left: box.left - gap, top: box.top - gap, width: box.width + 2 * gap, height: box.height + 2 * gap };
      for (const [side, pixels] of Object.entries(place)) ring.style[side] = `${pixels}px`;
    }
    frame = usingKeyboard ? requestAnimationFrame(draw) : 0;
  };
  addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (!["Tab", "Enter", " "].includes(event.key) && !event.key.startsWith("Arrow")) return;
    if (event.key !== "Tab" && event.target instanceof Element && event.target.matches(TEXT_FIELD)) return; // the user is typing
    usingKeyboard = true;
    frame ||= requestAnimationFrame(draw);
  }, true);
  addEventListener("pointerdown", () => { usingKeyboard = false; }, true);

  // Tab follows the reading order, one pane after the other; the client would go line by line across all panes. Of a radio
  // group only the checked button is a tab stop, as in the client; arrow keys move to the others.
  const STOPS = "flt-semantics[tabindex='0'], flt-semantics input, flt-semantics textarea";
  const GROUP = "[role=radiogroup]";
  const isRadio = (element) => element?.matches("[role=radio]");
  const isChecked = (element) => element.matches("[aria-checked=true]");
  const visibleStops = () => [...document.querySelectorAll(STOPS)].filter((element) => element.getClientRects().length);
  const tabStopOf = (element, all) => {
    if (!isRadio(element)) return element;
    const radios = all.filter((other) => isRadio(other) && other.closest(GROUP) === element.closest(GROUP));
    return radios.find(isChecked) ?? radios[0];
  };
  const stops = () => {
    const all = visibleStops();
    return all.filter((element) => element === tabStopOf(element, all));
  };
  addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.metaKey || event.ctrlKey || event.altKey) return;
    const all = stops(), active = document.activeElement;
    if (!all.length) return;
    const after = all.findIndex((element) => active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
    const at = all.indexOf(active), count = all.length;
    const place = at >= 0 ? at : after >= 0 ? after - (event.shiftKey ? 0 : 1) : count - 1;
    const next = all[(place + (event.shiftKey ? -1 : 1) + count) % count];
    (active === document.body ? (mainStop() ?? stopIn("foot-at-the-end") ?? next) : next).focus();
    remember(document.activeElement);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // An action may remove the focused element: a button disappears, a dialog closes. The client then focuses nothing, or an old
  // element. Focus returns to the element focused last on this screen, or to the main action.
  const POLL_INTERVAL = 120, UNFOCUSED_POLLS = 3, ENTERED_POLLS = 25, UNCHECKED_POLLS = 5, MAX_REMEMBERED = 20;
  const focusHistory = new Map(); // identifiers of the focused elements, latest last, by screen address
  let lastFocus, timer = 0, unfocused = 0, unchecked = 0;
  const screenAddress = () => location.href.replace(/[?&]above=\d+$/, "");
  const identifierOf = (element) => element?.closest?.("[flt-semantics-identifier]")?.getAttribute("flt-semantics-identifier");
  const stopNamed = (name) => {
    const all = visibleStops();
    return tabStopOf(all.find((element) => identifierOf(element) === name), all);
  };
  const stopIn = (name, condition = () => true) => stops().find((element) => condition(element) && element.closest(`[flt-semantics-identifier=${name}]`));
  const mainStop = () => stopIn("foot", (element) => !isRadio(element) || !isChecked(element)) ?? stopIn("search");
  const previousStop = () => (focusHistory.get(screenAddress()) ?? []).map(stopNamed).findLast(Boolean);
  const remember = (active) => {
    const name = identifierOf(active);
    if (!name) return;
    lastFocus = { name, at: location.href };
    const others = (focusHistory.get(screenAddress()) ?? []).filter((other) => other !== name);
    focusHistory.set(screenAddress(), [...others, name].slice(-MAX_REMEMBERED));
  };
  const restoreFocus = () => {
    const sameScreen = lastFocus?.at === location.href; // nothing was opened or closed
    const next = (lastFocus && stopNamed(lastFocus.name)) ?? (sameScreen ? mainStop() ?? previousStop() : previousStop() ?? mainStop());
    lastFocus = undefined;
    next?.focus();
  };
  const poll = () => {
    const active = document.activeElement;
    if (!active?.closest("flt-semantics-host")) {
      if (++unfocused === UNFOCUSED_POLLS) restoreFocus();
      return;
    }
    unfocused = 0;
    // after an arrow key the app's update comes a little later: the focus may be on a radio button that is not checked
    const radioStop = tabStopOf(active, visibleStops());
    unchecked = radioStop === active ? 0 : unchecked + 1;
    if (unchecked === UNCHECKED_POLLS) radioStop?.focus();
    const isGone = lastFocus?.at === location.href && identifierOf(active) !== lastFocus.name && !active.matches(TEXT_FIELD) && !stopNamed(lastFocus.name);
    if (isGone) restoreFocus();
    else remember(active);
  };
  // At the end of a screen's transition the client replaces or moves the element of a field that has just got the focus: the
  // browser then takes the focus away, and a little later the client does. The field with the same name gets it back.
  const REPLACED_POLLS = 8;
  let field, replaced = 0;
  const refocus = (name, polls) => {
    if (!document.activeElement?.closest("flt-semantics-host")) stopNamed(name)?.focus();
    replaced = polls && setTimeout(refocus, POLL_INTERVAL, name, polls - 1);
  };
  const removals = new MutationObserver((records) => {
    const isRemoved = records.some((record) => [...record.removedNodes].some((node) => node.contains(field.element)));
    if (isRemoved && !replaced) replaced = setTimeout(refocus, POLL_INTERVAL, field.name, REPLACED_POLLS);
  });
  addEventListener("focusin", (event) => {
    if (!event.target.matches?.(TEXT_FIELD)) return;
    field = { element: event.target, name: identifierOf(event.target) };
    removals.observe(document.body, { childList: true, subtree: true });
  }, true);
  addEventListener("focusout", () => requestAnimationFrame(() => {
    if (document.activeElement !== field?.element) removals.disconnect();
  }), true);
  const leaveField = (event) => {
    if (event.key && event.key !== "Tab" && event.key !== "Escape") return; // the user types into the field
    clearTimeout(replaced);
    replaced = 0;
  };
  for (const used of ["keydown", "pointerdown"]) addEventListener(used, leaveField, true);
  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELD);
    if (isTyping && !["Tab", "Enter", "Escape"].includes(event.key)) return;
    const isEntered = isTyping && event.key === "Enter";
    // the client takes the focus away; it comes back to this field, unless the program gives it to the next one
    if (isEntered) remember(event.target);
    unfocused = isEntered ? -ENTERED_POLLS : 0;
    timer ||= setInterval(poll, POLL_INTERVAL);
  }, true);
  addEventListener("pointerdown", () => {
    clearInterval(timer);
    timer = 0;
    lastFocus = undefined;
  }, true);
})();
