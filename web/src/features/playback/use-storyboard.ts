import { useEffect, useState } from "react";
import { type Frame, parseStoryboard } from "./storyboard.ts";

const none: Frame[] = [];

/** The pictures of an episode's moments, fetched when somebody is about to wind; none while they are not here. */
export function useStoryboard(url: string | null): Frame[] {
  const [loaded, setLoaded] = useState<{ key: string; frames: Frame[] } | null>(null);
  // Another grant for the same file is no reason to fetch it once more.
  const key = url?.slice(url.indexOf("/", url.indexOf("/media/v/") + "/media/v/".length)) ?? null;
  const known = loaded?.key === key;
  useEffect(() => {
    if (!url || !key || known) return undefined;
    const control = new AbortController();
    load(url, control.signal).then(
      (frames) => setLoaded({ key, frames }),
      // Winding works without pictures.
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
