// Keeps the loading screen until the app has sent its first screen; the client alone would take it away at its own
// first frame, and show a bare "Working..." in colours of its own until then. To be loaded in the head, deferred.
(() => {
  const splash = document.getElementById("loading");
  if (!splash) return;
  splash.id = "splash"; // out of the client's reach
  const { WebSocket: Socket, Worker: Thread } = window;
  let over = false;
  const done = () => {
    if (over) return;
    over = true;
    window.WebSocket = Socket;
    window.Worker = Thread;
    setTimeout(() => {
      splash.style.opacity = "0";
      setTimeout(() => splash.remove(), 220);
    }, 250);
  };
  // From the server, or from the Python in this page: the first message greets, the second brings the screen.
  const hear = (source) => {
    let heard = 0;
    source.addEventListener("message", (event) => {
      if (typeof event.data === "string" && source instanceof Thread) {
        if (event.data !== "initialized") done();
      } else if (++heard > 1) {
        done();
      }
    });
  };
  window.WebSocket = class extends Socket {
    constructor(...args) { super(...args); hear(this); }
  };
  window.Worker = class extends Thread {
    constructor(...args) { super(...args); hear(this); }
  };
  setTimeout(done, 45000); // should it never come, the client says why
})();
