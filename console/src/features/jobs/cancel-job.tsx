import type { JobRow } from "@cliffhanger/contract/console/jobs";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { wordsOf } from "./job-words.ts";

/** Asks before a job that waits is cancelled: that cannot be undone. */
export function CancelJob({ jobs }: { jobs: readonly JobRow[] }) {
  const client = useQueryClient();
  const [params, change] = useAddress();
  const act = useAct();
  const job = jobs.find(({ id }) => id === params.get("job"));
  const close = () => {
    act.reset();
    change({ dialog: null, job: null }, { replace: true });
  };
  const cancel = () =>
    act.run(async () => {
      if (!job || job.queue === "media.transcode") return;
      const { queue, id } = job;
      putAnswer(client, ["jobs"], await call("POST /api/console/jobs/cancel", { queue, id }));
      showToast(t("jobs.cancelled"));
      close();
    });
  return (
    <Dialog
      opened={params.get("dialog") === "cancel" && job !== undefined}
      title={t("jobs.cancelTitle")}
      close={close}
    >
      <p>{job && t(`jobs.cancelText.${job.queue}`, { what: wordsOf(job) })}</p>
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("jobs.keep")}
        </Button>
        <Button color="red" loading={act.busy} onClick={() => void cancel()}>
          {t("jobs.cancel")}
        </Button>
      </DialogActs>
    </Dialog>
  );
}
