import type { UploadRow } from "@cliffhanger/contract/console/uploads";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CloudUpload } from "lucide-react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Bar } from "../../ui/bar.tsx";
import { Failure } from "../../ui/failure.tsx";
import { sizeWords } from "./dropped-files.ts";
import styles from "./upload.module.css";
import { sendFailed, stopSending, useSending } from "./uploader.ts";

/** What is being uploaded into a series: from this tab with its progress, and what another visit left half sent. */
export function UploadBar({ seriesId, uploads }: { seriesId: string; uploads: readonly UploadRow[] }) {
  const sending = useSending().filter((one) => one.seriesId === seriesId);
  const client = useQueryClient();
  const [, change] = useAddress();
  const act = useAct();
  const here = new Map(sending.map((one) => [one.id, one]));
  const arriving = uploads.filter(({ state }) => state === "receiving");
  const refused = uploads.filter(({ state }) => state === "refused");
  const checking = uploads.filter(({ state }) => state === "checking");
  if (arriving.length + refused.length + checking.length === 0) return null;
  const broken = arriving.filter(({ id }) => !here.has(id));
  const failed = sending.some(({ state }) => state === "failed");
  const size = arriving.reduce((sum, one) => sum + one.size, 0);
  const sent = arriving.reduce((sum, one) => sum + Math.max(one.received, here.get(one.id)?.sent ?? 0), 0);
  const end = () =>
    act.run(async () => {
      stopSending(seriesId);
      await call("POST /api/console/upload/cancel", { seriesId });
      await client.invalidateQueries({ queryKey: ["series"] });
    });
  return (
    <section className={styles.bar} aria-label={t("upload.bar")}>
      {arriving.length > 0 && (
        <>
          <p className={styles.line}>
            <CloudUpload size={18} aria-hidden />
            <strong>{t("upload.sending", { count: arriving.length })}</strong>
            <span className={styles.quiet}>{`${sizeWords(sent)} / ${sizeWords(size)}`}</span>
          </p>
          <Bar label={t("upload.bar")} part={size > 0 ? sent / size : 0} />
          <p className={styles.quiet}>{t("upload.mayClose")}</p>
        </>
      )}
      {checking.length > 0 && (
        <p className={styles.quiet}>{t("upload.checking", { count: checking.length })}</p>
      )}
      {broken.length > 0 && (
        <p className={styles.line}>
          <CircleAlert size={18} aria-hidden />
          {t("upload.broken", { count: broken.length })}
          <Button variant="default" size="compact-sm" onClick={() => change({ dialog: "upload" })}>
            {t("upload.again")}
          </Button>
        </p>
      )}
      {failed && (
        <p className={styles.line}>
          <CircleAlert size={18} aria-hidden />
          {t("upload.lost")}
          <Button variant="default" size="compact-sm" onClick={sendFailed}>
            {t("error.again")}
          </Button>
        </p>
      )}
      {refused.map(({ id, name, sentence }) => (
        <p key={id} className={styles.refused}>
          <CircleAlert size={18} aria-hidden />
          <span>
            <strong>{name}</strong> {sentence}
          </span>
        </p>
      ))}
      <Failure text={act.failure} />
      {(arriving.length > 0 || refused.length > 0) && (
        <div className={styles.buttons}>
          <Button variant="default" size="compact-sm" loading={act.busy} onClick={() => void end()}>
            {t(arriving.length > 0 ? "upload.cancel" : "upload.dismiss")}
          </Button>
        </div>
      )}
    </section>
  );
}
