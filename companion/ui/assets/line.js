// A websocket that outlives its connections: the page's end of server/resumable_ws.py, put in the place of the browser's own.
//
// It says "companion:lost" when nothing has been heard for a moment, "companion:found" when the talk goes on, "companion:large"
// when something is too long to be sent, and "companion:ended" when the link this page came by opens no door any more. All times are milliseconds of this page; the
// server's clock counts seconds.
(() => {
  // Some browsers ask for a websocket in another language than for pages, so the page says itself what its reader speaks.
  document.cookie = `companion_languages=${navigator.languages.join("/")};path=/;samesite=lax`;
  const Socket = window.WebSocket;
  const PROTOCOL = "companion.line.1";
  const BEAT = 1000; // between signs of life
  const PATIENCE = 1700; // without an answer the connection is lost
  const GLIMPSE = 600; // after a sleep an answer comes sooner, or not at all
  const READING = 2000; // so long something has to stand on the screen until it has been read
  const ATTEMPT = 1500; // an attempt may wait for a packet that was lost with the network, the next one longer
  const LONGEST = 30000; // a browser that sees many attempts fail makes each wait
  const QUESTIONS = 4; // at once: they find a server that is there again, and one that closes its door
  const CONFIRM = 65536; // bytes after which is confirmed at once what came in
  const LINK_ENDED = 4003;
  const TOLD = 12; // bytes before a message of the server
  const HEARD = 20; // bytes before one of the page
  const SESSION = "_flet_session_id";

  // A page that is loaded anew begins anew, at its address: Flet would give its client the whole tree of what it had at once, and
  // on a busy phone the client compares that with itself for ever.
  const forget = () => {
    try {
      sessionStorage.removeItem(SESSION);
    } catch {
      // a browser that stores nothing has no session either
    }
  };
  forget();

  let lost = false; // whether the page says so; also while one line is given up and the next not yet there
  const say = (name) => window.dispatchEvent(new Event(`companion:${name}`));
  const now = () => Date.now(); // goes on while the phone sleeps

  class Line extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;

    binaryType = "arraybuffer";
    bufferedAmount = 0;
    extensions = "";
    protocol = "";
    readyState = Line.CONNECTING;

    #id = null;
    #socket = null; // the connection that carries the line
    #attempt = null; // one that may come to do so: browsers make a second one wait for the first
    #attempted = 0; // when it was begun
    #patience = ATTEMPT;
    #questions = 0;
    #told = 0; // messages told so far
    #kept = []; // those not yet confirmed, each with its number
    #most = Infinity; // bytes of one that the server takes at the moment
    #got = 0; // messages of the server so far
    #unconfirmed = 0;
    #heard = now(); // when the server was heard last
    #asked = null; // since when an answer is waited for
    #clock = 0; // the server's, less this page's, in seconds
    #words = []; // when something was told, on the server's clock, and when it came, on this page's
    #beat;

    constructor(url) {
      super();
      this.url = String(url);
      this.#beat = setInterval(() => this.#live(), BEAT / 4);
      this.#listen("addEventListener");
      this.#dial();
    }

    // Flet's client uses listeners only; these are for whoever looks at the usual names.
    set onopen(listener) { this.addEventListener("open", listener); }
    set onmessage(listener) { this.addEventListener("message", listener); }
    set onerror(listener) { this.addEventListener("error", listener); }
    set onclose(listener) { this.addEventListener("close", listener); }

    send(data) {
      if (this.readyState !== Line.OPEN) return;
      const body = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      if (HEARD + body.length > this.#most) return say("large");
      const packet = new Uint8Array(HEARD + body.length);
      const head = new DataView(packet.buffer);
      head.setUint32(0, ++this.#told);
      head.setFloat64(4, this.#read());
      head.setFloat64(12, this.#clock + now() / 1000);
      packet.set(body, HEARD);
      this.#kept.push([this.#told, packet]);
      if (!this.#socket) return;
      this.#socket.send(packet);
      this.#asked ??= now();
    }

    close() {
      if (this.readyState === Line.CLOSED) return;
      this.#leave();
      this.#end(1000);
    }

    // ---- connections

    #dial() {
      if (this.#attempt) this.#hang(this.#attempt);
      const socket = new Socket(this.url, [PROTOCOL]);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => socket.send(JSON.stringify({ line: this.#id, got: this.#got }));
      socket.onmessage = (event) => this.#hear(socket, event.data);
      socket.onclose = (event) => this.#drop(socket, event.code);
      this.#attempt = socket;
      this.#attempted = now();
    }

    #hang(socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }

    #drop(socket, code) {
      if (code === LINK_ENDED) return this.#refused();
      if (socket === this.#attempt) this.#attempt = null;
      if (socket === this.#socket) {
        this.#socket = null;
        this.#dial();
      }
    }

    #take(socket) {
      if (this.#socket && this.#socket !== socket) this.#hang(this.#socket);
      this.#socket = socket;
      this.#attempt = null;
      this.#patience = ATTEMPT;
      this.#withdraw();
      for (const [, packet] of this.#kept) socket.send(packet);
    }

    // What the server takes no more would end every connection: its head alone is sent in its place.
    #withdraw() {
      if (this.#kept.some(([, packet]) => packet.length > this.#most)) say("large");
      this.#kept = this.#kept.map(([number, packet]) => [number, packet.length > this.#most ? packet.slice(0, HEARD) : packet]);
    }

    // A connection that fails does not say why, and too many make the browser slow: so the server is asked first.
    async #ask() {
      if (this.#questions >= QUESTIONS) return;
      this.#questions++;
      try {
        const answer = await fetch("favicon.png", { method: "HEAD", cache: "no-store" });
        if (answer.status === 403) this.#refused();
        else if (this.#seeking && !(this.#attempt && now() - this.#attempted < BEAT)) this.#dial();
      } catch {
        // there is nobody to ask
      } finally {
        this.#questions--;
      }
    }

    // ---- what the server says

    #hear(socket, data) {
      if (typeof data !== "string") {
        const head = new DataView(data);
        this.#note(head.getFloat64(4)); // long ago, if it was told while this page was away
        const number = head.getUint32(0);
        if (socket === this.#socket && number === this.#got + 1) {
          this.#got = number;
          this.#unconfirmed += data.byteLength;
          if (this.#unconfirmed > CONFIRM) this.#confirm();
          this.dispatchEvent(new MessageEvent("message", { data: data.slice(TOLD) }));
        }
        return;
      }
      const said = JSON.parse(data);
      if (said.gone) return this.#beginAnew();
      this.#kept = this.#kept.filter(([number]) => number > said.got);
      this.#clock = said.clock - now() / 1000;
      this.#note(said.clock);
      this.#most = said.most ?? this.#most;
      if (!said.line) return;
      this.#id = said.line;
      this.#take(socket);
      if (this.readyState === Line.CONNECTING) {
        this.readyState = Line.OPEN;
        this.dispatchEvent(new Event("open"));
      }
    }

    #note(told) {
      const at = now();
      this.#heard = at;
      this.#asked = null;
      this.#words = [...this.#words.filter((word) => word[1] > at - READING), [told, at]];
      if (lost) {
        lost = false;
        say("found");
      }
    }

    // Up to when what the server told has been read: what it told before the first word that came within the time of reading.
    #read() {
      const since = now() - READING;
      const latest = this.#words.at(-1)?.[0] ?? 0;
      const unread = this.#words.filter((word) => word[1] > since).map((word) => word[0] - 1e-6);
      return unread.length ? Math.min(this.#clock + since / 1000, ...unread) : latest;
    }

    // ---- signs of life

    #confirm() {
      this.#unconfirmed = 0;
      this.#socket.send(JSON.stringify({ got: this.#got }));
      this.#asked ??= now();
    }

    get #seeking() {
      return this.readyState !== Line.CLOSED && (!this.#socket || (this.#asked !== null && now() - this.#asked >= PATIENCE));
    }

    #live() {
      if (document.hidden && !this.#unconfirmed) return; // nobody looks, and the battery is glad
      if (this.#socket && this.#asked === null && now() - this.#heard >= BEAT) this.#confirm();
      if (this.#seeking && !document.hidden) this.#seek();
    }

    #lose() {
      if (lost) return;
      lost = true;
      say("lost");
    }

    #seek() {
      this.#lose();
      this.#ask();
      if (this.#attempt && now() - this.#attempted >= this.#patience) {
        this.#patience = Math.min(this.#patience * 1.3, LONGEST);
        this.#dial();
      } else if (!this.#attempt && this.#socket) this.#dial();
    }

    #wake = () => {
      if (document.hidden || now() - this.#heard < BEAT + GLIMPSE) return;
      // The old connection may live and may not: the first to answer has it.
      if (this.#socket) this.#confirm();
      this.#dial();
      setTimeout(() => now() - this.#heard > GLIMPSE && this.readyState !== Line.CLOSED && this.#seek(), GLIMPSE);
    };

    // ---- the end

    #leave = (event) => {
      if (event?.persisted || !this.#socket) return; // it may come back as it is
      this.#socket.send('{"bye":true}');
    };

    #refused() {
      this.#quiet();
      say("ended");
    }

    #beginAnew() {
      // Flet's client must not be given the tree again that it has: it would compare the two for ever.
      forget();
      this.#lose();
      this.#end(1006);
    }

    #listen(how) {
      for (const name of ["online", "focus", "pageshow"]) window[how](name, this.#wake);
      for (const name of ["visibilitychange", "resume"]) document[how](name, this.#wake);
      window[how]("pagehide", this.#leave);
    }

    #quiet() {
      this.readyState = Line.CLOSED;
      clearInterval(this.#beat);
      this.#listen("removeEventListener");
      for (const socket of [this.#socket, this.#attempt]) if (socket) this.#hang(socket);
      this.#socket = this.#attempt = null;
    }

    #end(code) {
      this.#quiet();
      this.dispatchEvent(new CloseEvent("close", { code, wasClean: code === 1000 }));
    }
  }

  window.WebSocket = Line;
})();
