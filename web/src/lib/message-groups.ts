import type { Messages } from "@lingui/core";
import { addMessages } from "./load-messages.ts";
import { activeI18n, type MessageGroup } from "./messages.ts";

const files = import.meta.glob<Messages>(["../messages/*/*.json", "!../messages/*/core.json"], {
  import: "default",
});

/** Loads message groups in the page's language; a loaded group costs nothing. */
export async function loadMessages(groups: readonly MessageGroup[]): Promise<void> {
  const instance = activeI18n();
  if (instance)
    await addMessages(instance, groups, (language, group) => files[`../messages/${language}/${group}.json`]);
}
