import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./series-page.module.css";

/** Removes an episode that nobody has seen. It shows beforehand what will happen, or why it cannot. */
export function RemoveEpisode({
  episode: { id, number },
  close,
}: {
  episode: ConsoleEpisode;
  close: () => void;
}) {
  const client = useQueryClient();
  const act = useAct();
  const query = useQuery({
    queryKey: ["series", "episode-removal", id],
    queryFn: async () => (await call("POST /api/console/episode/remove", { id, dryRun: true })).effect,
    gcTime: 0,
  });
  const effect = query.data ?? null;
  const isRefused = effect?.hash === null;
  const run = () =>
    act.run(async () => {
      try {
        const body = { id, ...(effect?.hash && { effect: effect.hash }) };
        const { series } = await call("POST /api/console/episode/remove", body);
        close();
        if (series) putAnswer(client, ["series", "one", series.id], series);
        showToast(t("remove.done", { number }));
      } finally {
        await client.invalidateQueries({ queryKey: ["series"] });
      }
    });
  return (
    <div className={styles.form}>
      <Loadable query={query} skeleton={<Skeletons rows={3} />}>
        {() => <Effect sentences={effect?.sentences ?? []} />}
      </Loadable>
      <Failure text={act.fields["episode"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t(isRefused ? "close" : "cancel")}
        </Button>
        {!isRefused && (
          <Button
            color="red"
            loading={act.busy}
            disabled={!effect || query.isFetching}
            onClick={() => void run()}
          >
            {t("remove.confirm")}
          </Button>
        )}
      </DialogActs>
    </div>
  );
}
