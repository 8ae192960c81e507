// The only script of a private preview: it plays the film that the page names. Nothing is counted, stored or sent.
import Hls from "hls.js/light";

for (const video of document.querySelectorAll<HTMLVideoElement>("video[data-hls]")) {
  const { hls: address = "", ended = "" } = video.dataset;
  const end = () => {
    const words = document.createElement("p");
    words.setAttribute("role", "alert");
    words.textContent = ended;
    video.replaceWith(words);
  };
  if (Hls.isSupported()) {
    const hls = new Hls({ enableWorker: false });
    hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
      if (!fatal || type !== Hls.ErrorTypes.NETWORK_ERROR) return;
      hls.destroy();
      end();
    });
    hls.loadSource(address);
    hls.attachMedia(video);
  } else {
    video.addEventListener("error", end);
    video.src = address;
  }
}
