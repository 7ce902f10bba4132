// What the client draws, for tests: every line of text with its place, as CanvasKit has set it, and what was cut away.
// A screen reader's tree knows neither ellipses nor broken words nor what lies on what.
(() => {
  // the client that draws by CanvasKit in this thread; the default one draws in a worker
  let flet;
  Object.defineProperty(window, "flet", {
    configurable: true,
    get: () => flet,
    set: (given) => {
      flet = given;
      Object.defineProperty(given, "webRenderer", { get: () => "canvaskit", set: () => {} });
    },
  });

  const drawn = (window.companionDrawn = { latest: 0, marks: "[]" });
  const wrap = (kind, name, around) => {
    const inner = kind.prototype[name];
    kind.prototype[name] = function (...given) {
      return around.call(this, inner, ...given);
    };
  };
  const across = (matrix, [left, top, right, bottom]) => [
    matrix[0] * left + matrix[2],
    matrix[4] * top + matrix[5],
    matrix[0] * right + matrix[2],
    matrix[4] * bottom + matrix[5],
  ];
  const within = (one, other) => [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];

  const FAR = 16384;
  const hook = (kit) => {
    const pictures = new WeakMap();
    wrap(kit.ParagraphBuilder, "build", function (build) {
      const said = new TextDecoder().decode(Uint8Array.from(this.getText(), (byte) => byte.charCodeAt(0)));
      const paragraph = build.call(this);
      paragraph.said = said;
      return paragraph;
    });
    wrap(kit.Paint, "setStyle", function (set, style) {
      this.stroked = style === kit.PaintStyle.Stroke;
      return set.call(this, style);
    });
    wrap(kit.PictureRecorder, "beginRecording", function (begin) {
      // as wide as a page may be: in the boundless one that is asked for, places are rounded to 64 pixels
      this.canvas = begin.call(this, kit.LTRBRect(-FAR, -FAR, FAR, FAR));
      this.canvas.marks = [];
      return this.canvas;
    });
    wrap(kit.PictureRecorder, "finishRecordingAsPicture", function (finish, ...given) {
      const picture = finish.call(this, ...given);
      pictures.set(picture, this.canvas.marks);
      return picture;
    });
    const note = (canvas, mark) => {
      const marks = (canvas.marks ??= []);
      const matrix = canvas.getTotalMatrix();
      const clip = Array.from(canvas.getDeviceClipBounds());
      const placed = { ...mark, clip: mark.clip ? within(across(matrix, mark.clip), clip) : clip };
      if (mark.box) placed.box = across(matrix, mark.box);
      if (mark.lines) placed.lines = mark.lines.map((line) => ({ ...line, box: across(matrix, line.box) }));
      marks.push(placed);
    };
    wrap(kit.Canvas, "drawParagraph", function (draw, paragraph, x, y) {
      const said = paragraph.said ?? "";
      const lines = paragraph.getLineMetrics().map((line) => ({
        text: said.slice(line.startIndex, line.endIndex),
        next: line.isHardBreak ? "" : said.slice(line.endIndex, line.endIndex + 1),
        box: [x + line.left, y + line.baseline - line.ascent, x + line.left + line.width, y + line.baseline + line.descent],
      }));
      note(this, { said, lines, exceeded: paragraph.didExceedMaxLines() });
      return draw.call(this, paragraph, x, y);
    });
    const covers = (box, paint) => box && !paint.stroked && paint.getColor()[3] > 0.3;
    const cover = (name, box) =>
      wrap(kit.Canvas, name, function (draw, shape, ...given) {
        const paint = given[given.length - 1];
        const covered = box(shape);
        if (covers(covered, paint)) note(this, { cover: paint.getColor()[3] > 0.98, box: covered });
        return draw.call(this, shape, ...given);
      });
    cover("drawRect", (shape) => Array.from(shape).slice(0, 4));
    cover("drawRRect", (shape) => Array.from(shape).slice(0, 4));
    cover("drawPath", (path) => Array.from(path.getBounds()));
    wrap(kit.Canvas, "drawPicture", function (draw, picture) {
      for (const mark of pictures.get(picture) ?? []) note(this, mark);
      if (!this.shown || drawn.painting) draw.call(this, picture); // nobody looks, and it takes half a second
    });
    wrap(kit.Canvas, "clear", function (clear, colour) {
      if (this.marks) this.marks.length = 0;
      return clear.call(this, colour);
    });
    wrap(kit.Surface, "getCanvas", function (get) {
      const canvas = get.call(this);
      canvas.marks = this.marks ??= []; // another handle each time
      canvas.shown = true;
      return canvas;
    });
    wrap(kit.Surface, "flush", function (flush, ...given) {
      const marks = JSON.stringify(this.marks ?? []);
      if (marks !== drawn.marks) drawn.latest = performance.now(); // a cursor blinks
      drawn.marks = marks;
      return flush.call(this, ...given);
    });
  };
  let kit;
  Object.defineProperty(window, "flutterCanvasKit", {
    configurable: true,
    get: () => kit,
    set: (given) => hook((kit = given)),
  });

  // the tree may follow the picture
  new MutationObserver(() => (drawn.latest = performance.now())).observe(document, {
    attributes: true,
    childList: true,
    subtree: true,
  });

  // in which directions one scrolls in a node; for a moment after the wheel was turned it does not say so itself
  const scrolled = new Map();
  const scrolls = ({ id, style }) => {
    const told = [style.overflowX, style.overflowY];
    if (told.includes("scroll")) scrolled.set(id, told.map((how) => how === "scroll"));
    if (told.includes("hidden")) return scrolled.get(id) ?? [false, true];
    return told.map((how) => how === "scroll");
  };

  // how long it has drawn the same; nothing before there is something to read
  drawn.still = () =>
    drawn.marks.includes("said") && document.querySelector("[flt-semantics-identifier]")
      ? performance.now() - drawn.latest
      : 0;
  drawn.read = () => ({
    marks: JSON.parse(drawn.marks),
    nodes: [...document.querySelectorAll("[id^=flt-semantic-node]")].map((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return {
        box: [left, top, right, bottom],
        id: node.id,
        inside: node.parentElement?.closest("[id^=flt-semantic-node]")?.id ?? "",
        name: node.getAttribute("flt-semantics-identifier") ?? "",
        label: node.getAttribute("aria-label") ?? node.textContent.slice(0, 60),
        role: node.getAttribute("role") ?? "",
        target: node.hasAttribute("flt-tappable"),
        scrolls: scrolls(node),
      };
    }),
  });
})();
