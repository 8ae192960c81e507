import type { MessageGroup } from "./messages.ts";

/**
 * Loads a part of the app together with its messages beyond the core's. Neither is returned without the other, so
 * nothing renders before its messages are there. `message-graph.test.ts` fails where a group is missing.
 */
export async function loadPart<T>(load: () => Promise<T>, groups?: readonly MessageGroup[]): Promise<T> {
  const [part] = await Promise.all([
    load(),
    groups && import("./message-groups.ts").then(({ loadMessages }) => loadMessages(groups)),
  ]);
  return part;
}
