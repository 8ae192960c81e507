import type { ConsoleSeries, SeriesFinding } from "@cliffhanger/contract/console/series";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useDialogAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";

/** The acts that make a draft live, or drop it: each asks once more and says what will happen. */
export function Publish({
  series: { id, version, state, unpublished },
  findings,
  hidden,
  unsaved,
}: {
  series: ConsoleSeries;
  findings: readonly SeriesFinding[];
  /** How many episodes are ready and hidden. */
  hidden: number;
  unsaved: boolean;
}) {
  const client = useQueryClient();
  const mayPublish = useMay("series.publish");
  const [params, change] = useAddress();
  const dialog = params.get("dialog");
  const act = useDialogAct(dialog === "publish" || dialog === "discard", "series");
  const close = () => change({ dialog: null }, { replace: true });
  const run = (name: "publish" | "discard") =>
    act.run(async () => {
      const saved = await call(`POST /api/console/series/${name}`, { id, version });
      putAnswer(client, ["series", "one", id], saved);
      showToast(t(`publish.${name}Done`));
      close();
      await client.invalidateQueries({ queryKey: ["series"] });
    });
  if (!mayPublish) return null;
  const changes = unpublished?.length ?? 0;
  const isNothing = state === "live" && changes === 0 && hidden === 0;
  const open = findings.filter(({ accepted }) => accepted === null).length;
  const faults = Object.keys(act.fields).length;
  return (
    <>
      {unpublished !== null && (
        <Button variant="default" onClick={() => change({ dialog: "discard" })}>
          {t("publish.discard")}
        </Button>
      )}
      <Button disabled={isNothing} onClick={() => change({ dialog: "publish" })}>
        {t(
          state === "withdrawn"
            ? "publish.again"
            : state === "draft"
              ? "publish.first"
              : isNothing
                ? "publish.nothing"
                : "publish.changes",
          {
            count: changes + hidden,
          },
        )}
      </Button>
      <Dialog
        opened={dialog === "publish" || dialog === "discard"}
        title={t(dialog === "discard" ? "publish.discardTitle" : "publish.title")}
        close={close}
      >
        {dialog === "discard" ? (
          <p>{t("publish.discardText", { count: changes })}</p>
        ) : (
          <>
            <p>{t("publish.text", { changes, hidden })}</p>
            {unsaved && <Failure text={t("publish.unsaved")} />}
            {open > 0 && <Failure text={t("publish.open", { count: open })} />}
          </>
        )}
        <Failure text={faults > 0 ? t("publish.open", { count: faults }) : act.failure} />
        <DialogActs>
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button
            loading={act.busy}
            disabled={dialog === "publish" && (open > 0 || unsaved)}
            onClick={() => void run(dialog === "discard" ? "discard" : "publish")}
          >
            {t(dialog === "discard" ? "publish.discard" : "publish.confirm")}
          </Button>
        </DialogActs>
      </Dialog>
    </>
  );
}
