// Shrinks photos before they are uploaded, which also removes their metadata, such as the location. The client uploads files
// unchanged.
(() => {
  const MAX_SIDE = 1280, QUALITY = 0.75;
  const processed = new WeakSet();

  async function shrink(file) {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff"; // background for transparent pixels
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return new File([blob], "photograph.jpg", { type: blob.type });
  }

  async function onChange(event) {
    const input = event.target, [file] = input.files ?? [];
    if (!file || processed.has(file)) return;
    event.stopImmediatePropagation();
    try {
      const transfer = new DataTransfer();
      transfer.items.add(await shrink(file));
      input.files = transfer.files;
    } catch {
      // an image that this browser cannot decode is uploaded unchanged; the app checks it
    }
    processed.add(input.files[0]);
    input.dispatchEvent(new Event("change"));
  }

  // the client's file input is never attached to the document: it is caught when its click() is called
  const { click } = HTMLInputElement.prototype;
  HTMLInputElement.prototype.click = function () {
    if (this.type === "file" && this.accept.startsWith("image/")) this.addEventListener("change", onChange, true);
    click.call(this);
  };
})();
