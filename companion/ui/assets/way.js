// Keeps the browser's history as short as the path to the current screen. Flet's client only adds entries, so after returning
// home by a button, the user would have to go back through all screens again. Therefore navigating to a screen that is already
// in the history goes back to it; home is always the first entry; a completed form, or a sheet that led to another screen,
// leaves no entry. Each entry stores its trail: the screens below it.
(() => {
  const BASE = new URL(".", document.baseURI).pathname;
  const LAYER = /[?&]above=\d+$/; // a layer, such as a sheet or dialog, is open above the screen
  const FORM = /^\/(new|bring)(\/|$)/; // forms that create a table
  const { pushState, replaceState } = history;

  const screen = (address) => {
    const { hash, pathname, search } = new URL(address, document.baseURI);
    const route = hash.startsWith("#/") ? hash.slice(1) : `/${pathname.slice(BASE.length)}${search}`;
    return route === "/index.html" ? "/" : route;
  };
  const withoutLayer = (route) => route.replace(LAYER, "");
  const path = (route) => route.replace(/\?.*/, "");
  // query parameters do not make another screen, except for layers
  const isSameScreen = (one, other) => (LAYER.test(one) || LAYER.test(other) ? one === other : path(one) === path(other));

  let current = screen(location.href);
  let trail = history.state?.trail ?? [];
  let navigating = false; // history.go() was called here, and its popstate is pending
  let timer = 0;
  const queue = []; // actions that wait for it

  function runQueue() {
    while (!navigating && queue.length) queue.shift()();
  }
  const enqueue = (action) => {
    queue.push(action);
    runQueue();
  };
  const POPSTATE_TIMEOUT = 1000;
  function goBack(steps, then = () => {}) {
    navigating = true;
    queue.unshift(then);
    history.go(-steps);
    clearTimeout(timer);
    timer = setTimeout(arrived, POPSTATE_TIMEOUT);
  }
  function arrived() {
    clearTimeout(timer);
    navigating = false;
    current = screen(location.href);
    trail = history.state?.trail ?? [];
    runQueue();
  }
  function write(method, state, title, url, newTrail) {
    trail = newTrail ?? trail;
    method.call(history, { ...state, trail }, title, url);
    current = screen(location.href);
  }

  // A menu belongs to the client, and can only be closed by the Escape key.
  function closeMenu() {
    const key = { key: "Escape", code: "Escape", keyCode: 27, bubbles: true, cancelable: true };
    const menu = document.querySelector("flt-semantics[role=menu]");
    const focused = menu && (document.activeElement ?? document.querySelector("flutter-view"));
    for (const kind of ["keydown", "keyup"]) focused?.dispatchEvent(new KeyboardEvent(kind, key));
  }

  function add(state, title, url) {
    const target = screen(url ?? location.href);
    const replace = (newTrail) => () => write(replaceState, state, title, url, newTrail);
    const index = trail.findLastIndex((step) => isSameScreen(step, target));
    if (isSameScreen(target, current)) replace(trail)();
    else if (index >= 0) goBack(trail.length - index, replace(trail.slice(0, index)));
    else if (target === "/") trail.length ? goBack(trail.length, replace([])) : replace([])();
    else if (path(current).startsWith(`${path(target)}/`)) {
      // a screen that was opened directly by its address goes up to its parent
      replace(trail)();
    } else {
      const isClosedLayer = (step) => LAYER.test(step) && !(LAYER.test(target) && withoutLayer(step) === withoutLayer(target));
      const isFinished = (step) => isClosedLayer(step) || (FORM.test(step) && target.startsWith("/table/"));
      const steps = [...trail, current];
      let count = steps.length;
      while (count && isFinished(steps[count - 1])) count--;
      if (count === steps.length) write(pushState, state, title, url, steps);
      else if (count === steps.length - 1) replace(steps.slice(0, count))();
      else goBack(steps.length - 1 - count, replace(steps.slice(0, count)));
    }
  }

  history.pushState = (state, title, url) => enqueue(() => add(state, title, url));
  history.replaceState = (state, title, url) => enqueue(() => write(replaceState, state, title, url));

  addEventListener(
    "popstate",
    (event) => {
      if (navigating) {
        event.stopImmediatePropagation(); // the client already shows this screen
        return arrived();
      }
      const previous = current;
      current = screen(location.href);
      if (LAYER.test(previous)) closeMenu();
      trail = history.state ? (history.state.trail ?? []) : [...trail, previous]; // a typed address has no state
      if (previous === current && history.state) {
        event.stopImmediatePropagation(); // the screen is the same: skip this entry
        goBack(1);
      }
    },
    true,
  );

  // layers do not survive a reload
  if (LAYER.test(current)) replaceState.call(history, history.state, "", location.href.replace(LAYER, ""));
  current = screen(location.href);
})();
