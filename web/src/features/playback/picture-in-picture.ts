/** Moves the picture-in-picture window to the next episode; browsers allow that without another tap. */
export function followPictureInPicture(video: HTMLVideoElement, refused: () => void): void {
  const shown = typeof document === "undefined" ? null : document.pictureInPictureElement;
  if (!shown || shown === video) return;
  const follow = () => {
    video.requestPictureInPicture().catch(refused);
  };
  if (video.readyState > 0) follow();
  else video.addEventListener("loadedmetadata", follow, { once: true });
}

/** Opens or closes the picture-in-picture window. */
export function togglePictureInPicture(video: HTMLVideoElement): void {
  // Refused without a picture or outside a tap; the button remains available.
  if (document.pictureInPictureElement) document.exitPictureInPicture().catch(() => undefined);
  else video.requestPictureInPicture?.().catch(() => undefined);
}

/** Opens the browser's native full screen of a video, where the page itself cannot be full screen. */
export function enlarge(video: HTMLVideoElement & { webkitEnterFullscreen?(): void }): void {
  video.webkitEnterFullscreen?.();
}
