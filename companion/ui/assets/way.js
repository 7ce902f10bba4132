// Keeps the browser's history as short as the way to the screen that is shown. The client only ever adds to it: whoever went home
// by a button would have to go back through every screen once more. So to go where one has come from is to go back; home is always
// the first step; a form that has done its duty, or a sheet from which one goes elsewhere, is no step any more. Each entry knows
// its trail: the screens below it.
(() => {
  const BASE = new URL(".", document.baseURI).pathname;
  const LAYER = /[?&]above=\d+$/; // something lies above the screen
  const FORM = /^\/(new|bring)(\/|$)/; // from here a table is begun
  const { pushState, replaceState } = history;

  const screen = (address) => {
    const { hash, pathname, search } = new URL(address, document.baseURI);
    const route = hash.startsWith("#/") ? hash.slice(1) : `/${pathname.slice(BASE.length)}${search}`;
    return route === "/index.html" ? "/" : route;
  };
  const below = (route) => route.replace(LAYER, "");
  const path = (route) => route.replace(/\?.*/, "");
  // what is asked for makes no other screen, only what lies above one does
  const same = (one, other) => (LAYER.test(one) || LAYER.test(other) ? one === other : path(one) === path(other));

  let here = screen(location.href);
  let trail = history.state?.trail ?? [];
  let going = false; // the browser goes back on our behalf, and tells so a little later
  let last = 0;
  const queue = []; // what is done when it has

  function run() {
    while (!going && queue.length) queue.shift()();
  }
  const queued = (what) => {
    queue.push(what);
    run();
  };
  const PATIENCE = 1000;
  function back(steps, then = () => {}) {
    going = true;
    queue.unshift(then);
    history.go(-steps);
    clearTimeout(last);
    last = setTimeout(arrived, PATIENCE);
  }
  function arrived() {
    clearTimeout(last);
    going = false;
    here = screen(location.href);
    trail = history.state?.trail ?? [];
    run();
  }
  function put(how, state, title, url, over) {
    trail = over ?? trail;
    how.call(history, { ...state, trail }, title, url);
    here = screen(location.href);
  }

  // A menu is the client's own, and goes by a key alone.
  function closeMenu() {
    const key = { key: "Escape", code: "Escape", keyCode: 27, bubbles: true, cancelable: true };
    const menu = document.querySelector("flt-semantics[role=menu]");
    const ear = menu && (document.activeElement ?? document.querySelector("flutter-view"));
    for (const kind of ["keydown", "keyup"]) ear?.dispatchEvent(new KeyboardEvent(kind, key));
  }

  function add(state, title, url) {
    const there = screen(url ?? location.href);
    const replace = (over) => () => put(replaceState, state, title, url, over);
    const known = trail.findLastIndex((step) => same(step, there));
    if (same(there, here)) replace(trail)();
    else if (known >= 0) back(trail.length - known, replace(trail.slice(0, known)));
    else if (there === "/") trail.length ? back(trail.length, replace([])) : replace([])();
    else if (path(here).startsWith(`${path(there)}/`)) {
      // a screen that was opened by its address leads to the one it belongs to
      replace(trail)();
    } else {
      const over = (step) => LAYER.test(step) && !(LAYER.test(there) && below(step) === below(there));
      const done = (step) => over(step) || (FORM.test(step) && there.startsWith("/table/"));
      const steps = [...trail, here];
      let kept = steps.length;
      while (kept && done(steps[kept - 1])) kept--;
      if (kept === steps.length) put(pushState, state, title, url, steps);
      else if (kept === steps.length - 1) replace(steps.slice(0, kept))();
      else back(steps.length - 1 - kept, replace(steps.slice(0, kept)));
    }
  }

  history.pushState = (state, title, url) => queued(() => add(state, title, url));
  history.replaceState = (state, title, url) => queued(() => put(replaceState, state, title, url));

  addEventListener(
    "popstate",
    (event) => {
      if (going) {
        event.stopImmediatePropagation(); // the client is where it wanted to go
        return arrived();
      }
      const left = here;
      here = screen(location.href);
      if (LAYER.test(left)) closeMenu();
      trail = history.state ? (history.state.trail ?? []) : [...trail, left]; // an address that was typed knows of no trail
      if (left === here && history.state) {
        event.stopImmediatePropagation(); // nothing would change
        back(1);
      }
    },
    true,
  );

  // what lay above a screen when it was loaded anew is not there any more
  if (LAYER.test(here)) replaceState.call(history, history.state, "", location.href.replace(LAYER, ""));
  here = screen(location.href);
})();
