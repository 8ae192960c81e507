import type { MessageGroup } from "../../lib/messages.ts";
import type { Styles } from "../screen.ts";

const RETRY_AFTER_MS = 1000;

/** What a part of the app needs in addition to its code. */
export interface PartNeeds {
  messages?: readonly MessageGroup[];
  /** Without it, or with `core`, the part uses the style sheets that are there. */
  styles?: Styles;
}

/**
 * Loads a part of the app with the messages and styles that it shows, so nothing is rendered before they are there. Tries
 * again once, then rejects. `message-graph.test.ts` fails where a message group is missing.
 */
export async function loadPart<T>(load: () => Promise<T>, needs: PartNeeds = {}): Promise<T> {
  const loadAll = () => Promise.all([load(), loadNeeds(needs)]);
  const [part] = await loadAll().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return loadAll().catch((reason: unknown) => {
      findUpdate().catch(() => undefined);
      throw reason;
    });
  });
  return part;
}

// After an update the server has no files of this page's version any more: only the newer version can go on.
async function findUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
}

function loadNeeds({ messages = [], styles }: PartNeeds): Promise<unknown> {
  return Promise.all([
    messages.length > 0 &&
      import("../../lib/message-groups.ts").then((groups) => groups.loadMessages(messages)),
    styles === "full" && import("./full-styles.ts"),
  ]);
}
