import type { Episode } from "@cliffhanger/contract";
import { useEffect, useEffectEvent, useState } from "react";
import { createAttendance, followInputs } from "./attendance.ts";
import { followEndings, type Question, questionAtEnd } from "./endings.ts";
import { type Player, usePlayer, usePlayerAbout } from "./player-store.ts";
import { usePreferences } from "./preferences.ts";

interface Place {
  episode: Episode;
  /** The one after it in the list. */
  next: Episode | null;
  /** The viewer is past the last episode. */
  finished: boolean;
  /** Goes to what comes after this episode: the next one, its lock, or the finale. */
  goOn: () => void;
}

/** What the end of the episode on the screen leads to. */
export interface Ending {
  /** What is asked before the next episode begins; null where nothing is. */
  question: Question | null;
  dismiss: () => void;
  /** The viewer did something that is no input of the page, such as on a headset. */
  attended: () => void;
}

/** Goes on when an episode has played to its end, or asks first. A viewer who comes back finds the episode at rest. */
export function useEnding(player: Player, { episode, next, finished, goOn }: Place): Ending {
  const { autoplay } = usePreferences();
  const [attendance] = useState(createAttendance);
  const [asked, setAsked] = useState<{ episodeId: string; question: Question } | null>(null);
  const leadOn = useEffectEvent((episodeId: string) => {
    if (episodeId !== episode.id || finished) return;
    const question = questionAtEnd({ next, autoplay, mayContinue: attendance.mayContinue() });
    setAsked(question && { episodeId, question });
    if (question) return;
    if (next && !next.locked) attendance.continued();
    goOn();
  });
  useEffect(() => followEndings(player, leadOn), [player]);
  useEffect(() => followInputs(attendance.attended), [attendance]);
  const ended = usePlayer(usePlayerAbout(player, episode.id), ({ status }) => status === "ended");
  const open = ended && !finished && asked?.episodeId === episode.id;
  return {
    question: open ? asked.question : null,
    dismiss: () => setAsked(null),
    attended: attendance.attended,
  };
}
