import type { Language } from "@cliffhanger/contract/languages";
import type { Messages } from "./lib/messages.ts";

const files = import.meta.glob<Messages>("./locales/*/*.json", { import: "default", eager: true });

/** All words of a language: the server has them at once, where the browser fetches them group by group. */
export function allMessages(language: Language): Messages {
  const all: Messages = {};
  for (const [path, words] of Object.entries(files)) {
    if (path.split("/")[2] !== language) continue;
    // Groups may add to one heading, such as `titles`.
    for (const [heading, texts] of Object.entries(words))
      all[heading] = { ...(all[heading] as object), ...(texts as object) };
  }
  return all;
}
