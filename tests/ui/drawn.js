// Records for tests what the client draws: each line of text with its position as set by CanvasKit, and the clipped parts. The
// accessibility tree shows no ellipses, no words broken across lines and no overlaps.
(() => {
  // force CanvasKit in the main thread; the default renderer runs in a worker
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
    const original = kind.prototype[name];
    kind.prototype[name] = function (...given) {
      return around.call(this, original, ...given);
    };
  };
  const transformed = (matrix, [left, top, right, bottom]) => [
    matrix[0] * left + matrix[2],
    matrix[4] * top + matrix[5],
    matrix[0] * right + matrix[2],
    matrix[4] * bottom + matrix[5],
  ];
  const intersection = (first, second) => [
    Math.max(first[0], second[0]),
    Math.max(first[1], second[1]),
    Math.min(first[2], second[2]),
    Math.min(first[3], second[3]),
  ];

  const MAX_EXTENT = 16384;
  const hook = (canvasKit) => {
    const pictures = new WeakMap();
    wrap(canvasKit.ParagraphBuilder, "build", function (build) {
      const said = new TextDecoder().decode(Uint8Array.from(this.getText(), (byte) => byte.charCodeAt(0)));
      const paragraph = build.call(this);
      paragraph.said = said;
      return paragraph;
    });
    wrap(canvasKit.Paint, "setStyle", function (set, style) {
      this.stroked = style === canvasKit.PaintStyle.Stroke;
      return set.call(this, style);
    });
    wrap(canvasKit.PictureRecorder, "beginRecording", function (begin) {
      // as large as a page can be: with the unlimited bounds that are requested, coordinates are rounded to 64 pixels
      this.canvas = begin.call(this, canvasKit.LTRBRect(-MAX_EXTENT, -MAX_EXTENT, MAX_EXTENT, MAX_EXTENT));
      this.canvas.marks = [];
      return this.canvas;
    });
    wrap(canvasKit.PictureRecorder, "finishRecordingAsPicture", function (finish, ...given) {
      const picture = finish.call(this, ...given);
      pictures.set(picture, this.canvas.marks);
      return picture;
    });
    const note = (canvas, mark) => {
      const marks = (canvas.marks ??= []);
      const matrix = canvas.getTotalMatrix();
      const clip = Array.from(canvas.getDeviceClipBounds());
      const placed = { ...mark, clip: mark.clip ? intersection(transformed(matrix, mark.clip), clip) : clip };
      if (mark.box) placed.box = transformed(matrix, mark.box);
      if (mark.lines) placed.lines = mark.lines.map((line) => ({ ...line, box: transformed(matrix, line.box) }));
      marks.push(placed);
    };
    wrap(canvasKit.Canvas, "drawParagraph", function (draw, paragraph, x, y) {
      const said = paragraph.said ?? "";
      const lines = paragraph.getLineMetrics().map((line) => ({
        text: said.slice(line.startIndex, line.endIndex),
        next: line.isHardBreak ? "" : said.slice(line.endIndex, line.endIndex + 1),
        box: [x + line.left, y + line.baseline - line.ascent, x + line.left + line.width, y + line.baseline + line.descent],
      }));
      note(this, { said, lines, exceeded: paragraph.didExceedMaxLines() });
      return draw.call(this, paragraph, x, y);
    });
    const isFilled = (box, paint) => box && !paint.stroked && paint.getColor()[3] > 0.3;
    const cover = (name, box) =>
      wrap(canvasKit.Canvas, name, function (draw, shape, ...given) {
        const paint = given[given.length - 1];
        const covered = box(shape);
        if (isFilled(covered, paint)) note(this, { cover: paint.getColor()[3] > 0.98, box: covered });
        return draw.call(this, shape, ...given);
      });
    cover("drawRect", (shape) => Array.from(shape).slice(0, 4));
    cover("drawRRect", (shape) => Array.from(shape).slice(0, 4));
    cover("drawPath", (path) => Array.from(path.getBounds()));
    wrap(canvasKit.Canvas, "drawPicture", function (draw, picture) {
      for (const mark of pictures.get(picture) ?? []) note(this, mark);
      if (!this.shown || drawn.painting) draw.call(this, picture); // skipped, as no test sees it and it takes half a second
    });
    wrap(canvasKit.Canvas, "clear", function (clear, colour) {
      if (this.marks) this.marks.length = 0;
      return clear.call(this, colour);
    });
    wrap(canvasKit.Surface, "getCanvas", function (get) {
      const canvas = get.call(this);
      canvas.marks = this.marks ??= []; // each call returns another handle
      canvas.shown = true;
      return canvas;
    });
    wrap(canvasKit.Surface, "flush", function (flush, ...given) {
      const marks = JSON.stringify(this.marks ?? []);
      if (marks !== drawn.marks) drawn.latest = performance.now(); // ignores redraws without changes, such as a blinking cursor
      drawn.marks = marks;
      return flush.call(this, ...given);
    });
  };
  let canvasKit;
  Object.defineProperty(window, "flutterCanvasKit", {
    configurable: true,
    get: () => canvasKit,
    set: (given) => hook((canvasKit = given)),
  });

  // the accessibility tree may be updated after the frame
  new MutationObserver(() => (drawn.latest = performance.now())).observe(document, {
    attributes: true,
    childList: true,
    subtree: true,
  });

  // The directions in which a node scrolls; right after the wheel was turned, the node does not show it itself.
  const lastScrolls = new Map();
  const scrolls = ({ id, style }) => {
    const overflow = [style.overflowX, style.overflowY];
    if (overflow.includes("scroll")) lastScrolls.set(id, overflow.map((how) => how === "scroll"));
    if (overflow.includes("hidden")) return lastScrolls.get(id) ?? [false, true];
    return overflow.map((how) => how === "scroll");
  };

  // Milliseconds since the last change; 0 until there is text on the screen.
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
        text: node.getAttribute("aria-label") ?? node.textContent,
        role: node.getAttribute("role") ?? "",
        target: node.hasAttribute("flt-tappable"),
        scrolls: scrolls(node),
      };
    }),
  });
})();
