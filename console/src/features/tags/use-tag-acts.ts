import type { ConsoleTag } from "@cliffhanger/contract/console/tags";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { closeActs, showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";

const key = ["tags"];
type Tags = { list: ConsoleTag[] };

/** The acts on tags that happen at once. */
export interface TagActs {
  busy: boolean;
  /** Why the last one was refused; null when it was not. */
  failure: string | null;
  order(ids: readonly string[]): void;
  remove(tag: ConsoleTag): void;
}

/** Changes the order of categories, which is shown before the server has answered, and deletes tags with a way back. */
export function useTagActs(): TagActs {
  const client = useQueryClient();
  const act = useAct();
  // One act after the other, so that no quick press is lost; what is waited for is shown until the last is answered.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const run = (work: () => Promise<Tags>) => {
    waiting.current += 1;
    last.current = last.current.then(async () => {
      const done = await act.run(async () => {
        const tags = await work();
        if (waiting.current === 1) putAnswer(client, key, tags);
        await client.invalidateQueries({ queryKey: ["series"] });
      });
      waiting.current -= 1;
      if (!done) await client.invalidateQueries({ queryKey: key });
    });
    return last.current;
  };
  const undo = ({ id, name }: ConsoleTag) =>
    run(async () => {
      const tags = await call("POST /api/console/tag/undo", { id });
      showToast(t("tags.back", { name }));
      return tags;
    });
  return {
    busy: act.busy,
    failure: Object.values(act.fields)[0] ?? act.failure,
    order: (order) => {
      const list = client.getQueryData<Tags>(key)?.list ?? [];
      const from = list.filter(({ kind }) => kind === "category").map(({ id }) => id);
      const moved = order.flatMap((id) => list.find((tag) => tag.id === id) ?? []);
      putAnswer(client, key, { list: [...moved, ...list.filter(({ kind }) => kind === "tag")] });
      void run(() => call("POST /api/console/tag/order", { from, order: [...order] }));
    },
    remove: (tag) =>
      void run(async () => {
        closeActs();
        const tags = await call("DELETE /api/console/tag", { id: tag.id });
        showToast(t("tags.removed", { name: tag.name }), { label: t("undo"), run: () => void undo(tag) });
        return tags;
      }),
  };
}
