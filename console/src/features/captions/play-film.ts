import type { PlayedFilm } from "@cliffhanger/contract/console/captions";

/** A part is fetched again after these pauses. */
const PAUSES_MS = [0, 500, 2_000];

/**
 * Plays a film in a media element: its parts are fetched one after another, from where it is watched. Returns what stops it.
 * @param failed is called when a part cannot be had, or the browser refuses the film
 */
export function playFilm(
  video: HTMLVideoElement,
  { id, film }: { id: string; film: PlayedFilm },
  failed: () => void,
): () => void {
  const stop = new AbortController();
  const source = new MediaSource();
  const address = URL.createObjectURL(source);
  video.src = address;
  const run = async () => {
    await happens(source, "sourceopen", stop.signal);
    source.duration = film.duration;
    const buffer = source.addSourceBuffer(typeOf(film));
    const append = async (file: string) => {
      const bytes = await fetchPart({ id, asset: film.asset, file }, stop.signal);
      const done = happens(buffer, "updateend", stop.signal);
      buffer.appendBuffer(bytes);
      await done;
    };
    await append(film.init);
    const missing = new Set(film.parts.keys());
    while (missing.size > 0) {
      const next = nextPart(film, missing, video.currentTime);
      await append(film.parts[next]?.file ?? "");
      missing.delete(next);
    }
    source.endOfStream();
  };
  run().catch(() => {
    if (!stop.signal.aborted) failed();
  });
  return () => {
    stop.abort();
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(address);
  };
}

/** Whether this browser plays films of parts. */
export function canPlay(film: PlayedFilm): boolean {
  return "MediaSource" in globalThis && MediaSource.isTypeSupported(typeOf(film));
}

function typeOf({ codecs }: PlayedFilm): string {
  return `video/mp4; codecs="${codecs.join(", ")}"`;
}

/** Returns the part to fetch next: the first that is missing from the moment on that is watched, else the first of all. */
export function nextPart(
  { parts }: Pick<PlayedFilm, "parts">,
  missing: ReadonlySet<number>,
  moment: number,
): number {
  const playing = parts.findLastIndex(({ start }) => start <= moment);
  const list = [...missing];
  return list.find((part) => part >= playing) ?? list[0] ?? 0;
}

async function fetchPart(
  part: { id: string; asset: string; file: string },
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  for (const pause of PAUSES_MS) {
    if (pause > 0) await new Promise((done) => setTimeout(done, pause));
    const answer = await fetch(`/api/console/episode/film/part?${new URLSearchParams(part)}`, {
      signal,
    }).catch(() => null);
    signal.throwIfAborted();
    if (answer?.ok) return answer.arrayBuffer();
    if (answer && answer.status < 500) break;
  }
  throw new Error(`The part ${part.file} cannot be had.`);
}

function happens(target: EventTarget, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    target.addEventListener(name, () => done(), { once: true, signal });
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
  });
}
