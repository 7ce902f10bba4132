// Makes a photograph small before it is handed over, which also leaves behind where it was taken. The client takes files as they are.
(() => {
  const LONGEST = 1280, QUALITY = 0.75;
  const ours = new WeakSet();

  async function smaller(file) {
    const picture = await createImageBitmap(file);
    const share = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const sheet = document.createElement("canvas");
    [sheet.width, sheet.height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * share)));
    const pen = sheet.getContext("2d");
    pen.fillStyle = "#fff"; // for what can be seen through
    pen.fillRect(0, 0, sheet.width, sheet.height);
    pen.drawImage(picture, 0, 0, sheet.width, sheet.height);
    const made = await new Promise((resolve) => sheet.toBlob(resolve, "image/jpeg", QUALITY));
    return new File([made], "photograph.jpg", { type: made.type });
  }

  async function chosen(event) {
    const input = event.target, [file] = input.files ?? [];
    if (!file || ours.has(file)) return;
    event.stopImmediatePropagation();
    try {
      const given = new DataTransfer();
      given.items.add(await smaller(file));
      input.files = given.files;
    } catch {
      // what this browser cannot draw goes as it is, and is looked at there
    }
    ours.add(input.files[0]);
    input.dispatchEvent(new Event("change"));
  }

  // the client's way to files lies nowhere on the page: it is met when it is opened
  const { click } = HTMLInputElement.prototype;
  HTMLInputElement.prototype.click = function () {
    if (this.type === "file" && this.accept.startsWith("image/")) this.addEventListener("change", chosen, true);
    click.call(this);
  };
})();
