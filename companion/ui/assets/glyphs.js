// A character that is in none of the fonts, such as an emoji in a name, is drawn as an empty box. The client would try to
// download a fallback font from a host that is blocked, again in every frame: it gets a local font instead, and stops trying.
(() => {
  const NOTO_URL = /\/noto[a-z]*\/v\d+\//;
  const fallbackFont = new URL("fonts/Symbols.ttf", document.currentScript.src);
  const { fetch } = globalThis;
  globalThis.fetch = (resource, ...args) => {
    if (!NOTO_URL.test(resource?.url ?? resource)) return fetch(resource, ...args);
    console.warn("no typeface for a sign", resource?.url ?? resource);
    return fetch(fallbackFont);
  };
})();
