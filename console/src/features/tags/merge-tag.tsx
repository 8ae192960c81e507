import type { ConsoleTag } from "@cliffhanger/contract/console/tags";
import { Button, Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./tags.module.css";

/** Puts another tag in the place of one. It shows beforehand what will happen. */
export function MergeTag({
  tag: { id, kind, name },
  tags,
  close,
}: {
  tag: ConsoleTag;
  tags: readonly ConsoleTag[];
  close: () => void;
}) {
  const client = useQueryClient();
  const act = useAct();
  const [params, change] = useAddress();
  const others = tags.filter((one) => one.kind === kind && one.id !== id);
  const into = others.find((one) => one.id === params.get("into"));
  const query = useQuery({
    queryKey: ["tags", "merge", id, into?.id],
    queryFn: async () =>
      (await call("POST /api/console/tag/merge", { id, into: into?.id ?? "", dryRun: true })).effect,
    enabled: into !== undefined,
    gcTime: 0,
    retry: false,
  });
  const run = () =>
    act.run(async () => {
      try {
        const effect = query.data?.hash;
        const { list } = await call("POST /api/console/tag/merge", {
          id,
          into: into?.id ?? "",
          ...(effect && { effect }),
        });
        close();
        putAnswer(client, ["tags"], { list });
        showToast(t("tags.merged", { name, into: into?.name }));
      } finally {
        await client.invalidateQueries({ queryKey: ["tags", "merge"] });
        await client.invalidateQueries({ queryKey: ["series"] });
      }
    });
  return (
    <div className={styles.form}>
      <Select
        label={t("tags.into")}
        placeholder={t(`tags.${kind}.choose`)}
        searchable
        nothingFoundMessage={t("tags.noMatch")}
        data={others.map((one) => ({ value: one.id, label: one.name }))}
        value={into?.id ?? null}
        error={act.fields["into"]}
        onChange={(value) => change({ into: value }, { replace: true })}
      />
      {into && (
        <Loadable query={query} skeleton={<Skeletons rows={3} />}>
          {(effect) => <Effect sentences={effect?.sentences ?? []} />}
        </Loadable>
      )}
      <Failure text={act.fields["id"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button
          color="red"
          loading={act.busy}
          disabled={!query.data?.hash || query.isFetching}
          onClick={() => void run()}
        >
          {t("tags.mergeNow")}
        </Button>
      </DialogActs>
    </div>
  );
}
