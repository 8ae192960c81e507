/** A presented frame. Times are milliseconds of the page, `media` is in seconds of the video. */
export interface Frame {
  t: number;
  media: number;
  height: number;
  /** The index of the media element in the document. */
  element: number;
  /** How often that element had loaded a source. */
  load: number;
}

/** What every page records from its start, the product's and the bare one alike. */
export interface Watched {
  frames: Frame[];
  /** When the first frame of a load became visible: nothing covers it. */
  shown: { t: number; element: number; load: number }[];
  /**
   * When 60 % of a section entered the viewport; whether it had a picture, covered or not; whether that was visible; and whether
   * it was of an earlier episode.
   */
  reached: {
    t: number;
    index: number;
    element: number;
    load: number;
    ready: boolean;
    open: boolean;
    old: boolean;
  }[];
  /** Stalls: a playing element had no buffered data left. */
  waits: { t: number; media: number; element: number }[];
  taps: { t: number; type: string }[];
  /** The maximum number of media elements in the document. */
  elements: number;
}

/** Runs in every page before its own scripts, so it can use nothing of this module. */
export function watchInPage(): void {
  const watched: Watched = { frames: [], shown: [], reached: [], waits: [], taps: [], elements: 0 };
  const loads = new Map<HTMLVideoElement, number>();
  const known: HTMLVideoElement[] = [];
  const followed = new Set<HTMLVideoElement>();

  const isShown = (video: HTMLVideoElement) => Number(getComputedStyle(video).opacity) > 0.5;
  const numberOf = (video: HTMLVideoElement) => {
    if (!known.includes(video)) known.push(video);
    return known.indexOf(video);
  };

  // The element's source was watched before.
  function isOld(video: HTMLVideoElement): boolean {
    const [element, load] = [numberOf(video), loads.get(video) ?? 0];
    return watched.reached.some((each) => each.element === element && each.load === load);
  }

  // A frame of the latest source, and not of the one watched in this element before.
  function liesReady(video: HTMLVideoElement): boolean {
    return video.readyState >= 2 && !isOld(video);
  }
  Object.assign(globalThis, { watched, liesReady });

  function follow(video: HTMLVideoElement): void {
    if (followed.has(video)) return;
    followed.add(video);
    const element = numberOf(video);
    let seen = -1;
    const next = () => {
      video.requestVideoFrameCallback((_now, { mediaTime, height, width }) => {
        const load = loads.get(video) ?? 0;
        const t = performance.now();
        watched.frames.push({ t, media: mediaTime, height: Math.min(height, width), element, load });
        if (watched.frames.length > 3000) watched.frames.splice(0, 1000);
        if (load !== seen) {
          seen = load;
          uncovered(video, element, load);
        }
        next();
      });
    };
    next();
  }

  // The first frame is presented; its cover goes with one of the next paints.
  function uncovered(video: HTMLVideoElement, element: number, load: number): void {
    if ((loads.get(video) ?? 0) !== load) return;
    if (isShown(video)) watched.shown.push({ t: performance.now(), element, load });
    else requestAnimationFrame(() => uncovered(video, element, load));
  }

  const on = (type: string, act: (video: HTMLVideoElement) => void) =>
    document.addEventListener(
      type,
      ({ target }) => {
        if (target instanceof HTMLVideoElement) act(target);
      },
      true,
    );
  on("emptied", (video) => loads.set(video, (loads.get(video) ?? 0) + 1));
  on("loadstart", follow);
  on("waiting", (video) => {
    // With data buffered ahead, the machine is too slow.
    const { buffered, currentTime } = video;
    const ends = Array.from({ length: buffered.length }, (_, at) =>
      buffered.start(at) <= currentTime + 0.1 ? buffered.end(at) - currentTime : 0,
    );
    if (Math.max(0, ...ends) > 0.3) return;
    watched.waits.push({ t: performance.now(), media: currentTime, element: numberOf(video) });
  });
  for (const type of ["pointerdown", "touchend", "keydown", "click"])
    addEventListener(type, ({ timeStamp }) => watched.taps.push({ t: timeStamp, type }), true);

  // A section counts as reached when 60 % of it are in the viewport.
  const sections = new Set<Element>();
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { intersectionRatio, target } of entries) {
        if (intersectionRatio < 0.6) continue;
        const index = Number((target as HTMLElement).dataset["index"]);
        const top = target.getBoundingClientRect().top;
        const video = [...document.querySelectorAll("video")].find(
          (each) => Math.abs(each.getBoundingClientRect().top - top) < 4,
        );
        if (!video) continue;
        const ready = liesReady(video);
        watched.reached.push({
          t: performance.now(),
          index,
          element: numberOf(video),
          load: loads.get(video) ?? 0,
          ready,
          open: ready && isShown(video),
          old: isOld(video),
        });
      }
    },
    { threshold: 0.6 },
  );
  setInterval(() => {
    watched.elements = Math.max(watched.elements, document.querySelectorAll("video, audio").length);
    for (const section of document.querySelectorAll("[data-index]")) {
      if (sections.has(section)) continue;
      sections.add(section);
      watcher.observe(section);
    }
  }, 100);
}
