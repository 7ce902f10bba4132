// Draws the pictures that people share. The app describes a picture in JSON (ui/kit/drawing.py) and hands it to the browser like
// a file; this script draws it as a PNG with exactly its own size, at any size and density of the window. Where the
// browser cannot share it, it is saved, and its text copied.
(() => {
  const TYPE = "application/vnd.companion.picture+json";
  const HOME = document.currentScript.src;
  const canShare = navigator.canShare?.bind(navigator) ?? (() => false);
  const share = navigator.share?.bind(navigator);
  const isPicture = (data) => data?.files?.[0]?.type === TYPE;

  const loadFont = async ([family, path]) => {
    if ([...document.fonts].some((font) => font.family === family)) return;
    try {
      document.fonts.add(await new FontFace(family, `url("${new URL(path, HOME)}")`).load());
    } catch (error) {
      console.warn(`the picture is drawn without ${family}`, error);
    }
  };

  const ALIGN = ["left", "center", "right"];
  const drawers = {
    box(context, x, y, width, height, colour, radius) {
      context.fillStyle = colour;
      context.beginPath();
      if (context.roundRect) context.roundRect(x, y, width, height, radius);
      else context.rect(x, y, width, height);
      context.fill();
    },
    line(context, points, colour, width) {
      Object.assign(context, { strokeStyle: colour, lineWidth: width, lineJoin: "round", lineCap: "round" });
      context.beginPath();
      for (const point of points) context.lineTo(...point);
      context.stroke();
    },
    text(context, x, y, text, family, size, colour, anchor) {
      Object.assign(context, { fillStyle: colour, textAlign: ALIGN[anchor], textBaseline: "alphabetic" });
      context.font = `${size}px "${family}", "Symbols", sans-serif`;
      const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText(text);
      context.fillText(text, x, y + (above - below) / 2);
    },
  };

  async function draw({ width, height, fonts, shapes }) {
    await Promise.all(Object.entries(fonts).map(loadFont));
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    for (const [kind, ...values] of shapes) drawers[kind](context, ...values);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }

  function save(file) {
    const href = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  }

  // Browsers have a clipboard only on secure pages; the older way works on the others.
  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }

  async function sharePicture({ files: [description], title, text }) {
    const picture = JSON.parse(await description.text());
    const file = new File([await draw(picture)], description.name, { type: "image/png" });
    if (picture.onlySave) return save(file);
    if (share && canShare({ files: [file] })) {
      try {
        return await share({ files: [file], title, text });
      } catch (error) {
        if (error.name === "AbortError") throw error; // the user has changed their mind
        console.warn("the picture cannot be shared", error);
      }
    }
    save(file);
    await copy(text).catch((error) => console.warn("the text cannot be copied", error));
  }

  navigator.canShare = (data) => isPicture(data) || canShare(data);
  navigator.share = (data) => {
    if (isPicture(data)) return sharePicture(data);
    return share ? share(data) : Promise.reject(new DOMException("this browser cannot share", "NotSupportedError"));
  };
})();
