document.querySelector("button").addEventListener("click", () => print());
