import { addMessages } from "./load-messages.ts";
import { activeI18n, type MessageGroup, type Messages } from "./messages.ts";

const files = import.meta.glob<Messages>(["../locales/*/*.json", "!../locales/*/core.json"], {
  import: "default",
});

/** Fetches the words that a screen or sheet says, in the page's language; those that are here already cost nothing. */
export async function loadMessages(groups: readonly MessageGroup[]): Promise<void> {
  const instance = activeI18n();
  if (instance)
    await addMessages(instance, groups, (language, group) => files[`../locales/${language}/${group}.json`]);
}
