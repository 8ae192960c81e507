import { resumePosition } from "@cliffhanger/contract/resume";

type Resumed = Parameters<typeof resumePosition>[0];

/**
 * Returns where an episode starts, in seconds: at the position of the address (`?t=42`), otherwise where the viewer stopped. A
 * position that the episode does not have counts as absent: it would end before it began.
 */
export function startOf(search: string, episode: Resumed): { at: number; resumes: boolean } {
  const requested = new URLSearchParams(search).get("t");
  const seconds = Number(requested);
  if (requested && seconds >= 0 && seconds < episode.duration) return { at: seconds, resumes: false };
  return { at: resumePosition(episode), resumes: true };
}
