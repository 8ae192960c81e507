import { useEffect, useState } from "react";
import { type Frame, parseStoryboard } from "./storyboard.ts";

const none: Frame[] = [];

/** Returns the thumbnails of an episode, loaded when the viewer is about to seek; none until then. */
export function useStoryboard(url: string | null): Frame[] {
  const [loaded, setLoaded] = useState<{ key: string; frames: Frame[] } | null>(null);
  // Another grant for the same file needs no second request.
  const key = url?.slice(url.indexOf("/", url.indexOf("/media/v/") + "/media/v/".length)) ?? null;
  const known = loaded?.key === key;
  useEffect(() => {
    if (!url || !key || known) return undefined;
    const control = new AbortController();
    load(url, control.signal).then(
      (frames) => setLoaded({ key, frames }),
      // Seeking works without thumbnails.
      () => undefined,
    );
    return () => control.abort();
  }, [url, key, known]);
  return known && loaded ? loaded.frames : none;
}

async function load(url: string, signal: AbortSignal): Promise<Frame[]> {
  const answer = await fetch(url, { signal });
  return answer.ok ? parseStoryboard(await answer.text(), answer.url) : none;
}
