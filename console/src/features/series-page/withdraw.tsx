import type { ConsoleSeries } from "@cliffhanger/contract/console/series";
import { Button, Checkbox, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./series-page.module.css";

const LEAST_REASON = 3;

/** Withdraws a live series, or ends a withdrawn one for its buyers too. It shows beforehand what will happen. */
export function Withdraw({ series }: { series: ConsoleSeries }) {
  const mayPublish = useMay("series.publish");
  const [params, change] = useAddress();
  const opened = params.get("dialog") === "withdraw";
  // The dialog keeps what it was opened for until it is gone.
  const [shown, setShown] = useState(series);
  useEffect(() => {
    if (opened) setShown(series);
  }, [opened, series]);
  const { state, withdrawn } = series;
  const isLive = state === "live";
  if (!mayPublish || !(isLive || withdrawn?.everybody === false)) return null;
  const close = () => change({ dialog: null, everybody: null }, { replace: true });
  return (
    <>
      <Button variant="default" onClick={() => change({ dialog: "withdraw" })}>
        {t(isLive ? "withdraw.open" : "withdraw.openAll")}
      </Button>
      <Dialog
        opened={opened}
        title={t(shown.state === "live" ? "withdraw.title" : "withdraw.titleAll")}
        close={close}
      >
        <Form series={shown} close={close} />
      </Dialog>
    </>
  );
}

function Form({ series: { id, version, state }, close }: { series: ConsoleSeries; close: () => void }) {
  const client = useQueryClient();
  const act = useAct("series");
  const [params, change] = useAddress();
  const [reason, setReason, clearReason] = useDraft(`withdraw:${id}`);
  // What is withdrawn already can only end for its buyers too.
  const everybody = state === "withdrawn" || params.get("everybody") === "1";
  const query = useQuery({
    queryKey: ["series", "withdrawal", id, version, everybody],
    queryFn: async () =>
      (await call("POST /api/console/series/withdraw", { id, version, everybody, dryRun: true })).effect,
    gcTime: 0,
  });
  const run = () =>
    act.run(async () => {
      const effect = query.data?.hash;
      const given = everybody ? { reason } : {};
      const done = await call("POST /api/console/series/withdraw", {
        id,
        version,
        everybody,
        effect,
        ...given,
      });
      close();
      if (done.series) putAnswer(client, ["series", "one", id], done.series);
      clearReason();
      showToast(t(everybody ? "withdraw.doneAll" : "withdraw.done"));
      await client.invalidateQueries({ queryKey: ["series"] });
    });
  return (
    <div className={styles.form}>
      {state === "live" && (
        <Checkbox
          label={t("withdraw.everybody")}
          description={t("withdraw.everybodyHint")}
          checked={everybody}
          onChange={(event) =>
            change({ everybody: event.currentTarget.checked ? "1" : null }, { replace: true })
          }
        />
      )}
      {everybody && (
        <Textarea
          label={t("withdraw.reason")}
          description={t("withdraw.reasonHint")}
          value={reason}
          maxLength={300}
          autosize
          minRows={2}
          error={act.fields["reason"]}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Loadable query={query} skeleton={<Skeletons rows={3} />}>
        {(effect) => <Effect sentences={effect?.sentences ?? []} />}
      </Loadable>
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button
          color="red"
          loading={act.busy}
          disabled={!query.data || query.isFetching || (everybody && reason.trim().length < LEAST_REASON)}
          onClick={() => void run()}
        >
          {t(everybody ? "withdraw.confirmAll" : "withdraw.confirm")}
        </Button>
      </DialogActs>
    </div>
  );
}
