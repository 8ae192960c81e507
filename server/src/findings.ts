import { type Language, languages } from "@cliffhanger/contract";
import type { MessageId } from "#platform/messages";
import { type Say as Saying, sayIn } from "#platform/said";

type TopicId = Extract<MessageId, `health.topic.${string}`>;

/** What a check is about. */
export type Topic = TopicId extends `health.topic.${infer Name}` ? Name : never;

/** The words of a finding in one language. */
interface Words {
  about: string;
  text: string;
}

/** The result of one check: fine, worth knowing, or broken; with what to do about it. */
export interface Finding extends Words {
  state: "ok" | "note" | "fault";
  /** Returns its words for a reader. What a program or a gateway said itself stays as it is. */
  sayIn?: (language: Language) => Words;
}

/** Notes what a check found. */
export type Say = (state: Finding["state"], topic: Topic, what: string | Saying) => void;

/** Returns what notes findings, and those that it noted. */
export function noteFindings(): { findings: Finding[]; say: Say } {
  const findings: Finding[] = [];
  return {
    findings,
    say: (state, topic, what) => {
      const words = (language: Language) => ({
        about: sayIn(language, (t) => t(`health.topic.${topic}`)),
        text: typeof what === "string" ? what : sayIn(language, what),
      });
      findings.push({ state, ...words("en"), sayIn: words });
    },
  };
}

/** A finding as `npm run doctor -- --json` prints it: `says` has its words in each language. */
export interface PrintedFinding extends Words {
  state: Finding["state"];
  says?: Partial<Record<Language, Words>>;
}

/** Returns a finding as data. */
export function printable({ state, about, text, sayIn: words }: Finding): PrintedFinding {
  if (!words) return { state, about, text };
  const says = Object.fromEntries(languages.map((language) => [language, words(language)]));
  return { state, about, text, says };
}
