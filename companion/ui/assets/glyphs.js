// A sign that no typeface here has, such as a picture in somebody's name, is drawn as an empty box. The client would look for a
// typeface at a place that is out of reach, again with every frame: it is given one of ours, and looks no further.
(() => {
  const ELSEWHERE = /\/noto[a-z]*\/v\d+\//;
  const ours = new URL("fonts/Symbols.ttf", document.currentScript.src);
  const { fetch } = globalThis;
  globalThis.fetch = (what, ...more) => {
    if (!ELSEWHERE.test(what?.url ?? what)) return fetch(what, ...more);
    console.warn("no typeface for a sign", what?.url ?? what);
    return fetch(ours);
  };
})();
