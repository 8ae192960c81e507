import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { readText, writeText } from "../../lib/storage.ts";
import { formatFull, formatPast } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./series-page.module.css";

const POLL_INTERVAL_MS = 15_000;

/** The button and the dialog of a series' private preview. */
export function Preview({ seriesId, hasFilm }: { seriesId: string; hasFilm: boolean }) {
  const [params, change] = useAddress();
  return (
    <>
      <Button
        variant="default"
        leftSection={<Eye size={16} aria-hidden />}
        onClick={() => change({ dialog: "preview" })}
      >
        {t("preview.open")}
      </Button>
      <Dialog
        opened={params.get("dialog") === "preview"}
        title={t("preview.title")}
        close={() => change({ dialog: null }, { replace: true })}
      >
        <Link seriesId={seriesId} hasFilm={hasFilm} />
      </Dialog>
    </>
  );
}

/** The link by which people without an account see a series with its draft, and who opened it. */
function Link({ seriesId, hasFilm }: { seriesId: string; hasFilm: boolean }) {
  const name = `preview:${seriesId}`;
  const client = useQueryClient();
  const mayWrite = useMay("series.write");
  const act = useAct();
  // Only its hash is stored on the server, so the link is known to the tab that made it: "MADE_AT LINK".
  const [kept, setKept] = useState(() => readText(name) ?? "");
  const query = useQuery({
    queryKey: ["series", "preview", seriesId],
    queryFn: () => call("GET /api/console/preview", { id: seriesId }),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const keep = (next: string) => {
    writeText(name, next);
    setKept(next);
  };
  const make = () =>
    act.run(async () => {
      const { preview, link: made } = await call("POST /api/console/preview", { id: seriesId });
      keep(`${preview.madeAt} ${made}`);
      putAnswer(client, ["series", "preview", seriesId], { preview });
    });
  const end = () =>
    act.run(async () => {
      await call("DELETE /api/console/preview", { id: seriesId });
      keep("");
      putAnswer(client, ["series", "preview", seriesId], { preview: null });
      showToast(t("preview.ended"));
    });
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t("preview.hint")}</p>
      <Loadable query={query} skeleton={<Skeletons rows={2} />}>
        {({ preview }) => {
          const [madeAt, made = ""] = kept.split(" ");
          // Somebody may have made another one since.
          const link = preview?.madeAt === madeAt ? made : "";
          return (
            <div className={styles.preview}>
              {preview && (
                <p className={styles.quiet}>{t("preview.until", { at: formatFull(preview.endsAt) })}</p>
              )}
              {preview && link !== "" && (
                <>
                  <code className={styles.link}>{link}</code>
                  <div className={styles.buttons}>
                    <CopyButton text={link} label={t("preview.copy")} />
                    {(["guest", "member", "unlocked"] as const).map((role) => (
                      <Button
                        key={role}
                        component="a"
                        href={`${link}?as=${role}`}
                        target="_blank"
                        rel="noreferrer"
                        variant="default"
                        size="xs"
                      >
                        {t(`preview.as.${role}`)}
                      </Button>
                    ))}
                  </div>
                </>
              )}
              {preview && link === "" && <p className={styles.quiet}>{t("preview.shownOnce")}</p>}
              {preview && <p className={styles.quiet}>{t("preview.opened", { count: preview.opened })}</p>}
              {preview && preview.openings.length > 0 && (
                <ul className={styles.openings} aria-label={t("preview.openings")}>
                  {preview.openings.map(({ at, seenAs, device }, no) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: several may open it in one moment, and rows hold no state.
                    <li key={`${at} ${no}`} title={device}>
                      {formatPast(at)} · {t(`preview.as.${seenAs}`)}
                    </li>
                  ))}
                </ul>
              )}
              {!hasFilm && <p className={styles.quiet}>{t("preview.noFilm")}</p>}
              <Failure text={act.failure} />
              {mayWrite && (
                <div className={styles.buttons}>
                  <Button
                    variant="default"
                    size="xs"
                    loading={act.busy}
                    disabled={!hasFilm}
                    onClick={() => void make()}
                  >
                    {t(preview ? "preview.again" : "preview.make")}
                  </Button>
                  {preview && (
                    <Button variant="default" size="xs" disabled={act.busy} onClick={() => void end()}>
                      {t("preview.end")}
                    </Button>
                  )}
                </div>
              )}
            </div>
          );
        }}
      </Loadable>
    </div>
  );
}
