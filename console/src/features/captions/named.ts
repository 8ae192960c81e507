import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import type { Language } from "@cliffhanger/contract/languages";

/** Captions by their episode and language. */
export interface Named {
  episode: ConsoleEpisode;
  language: Language;
}
