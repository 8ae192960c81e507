import { type PictureKind, pictureKinds } from "@cliffhanger/contract/console/picture-kinds";
import type { ConsoleEpisode, ConsoleSeries } from "@cliffhanger/contract/console/series";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Failure } from "../../ui/failure.tsx";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import styles from "./pictures.module.css";

/** The poster and the cover of a series: each is chosen, cropped, replaced and removed. */
export function Pictures({
  series,
  episodes,
  readOnly,
}: {
  series: ConsoleSeries;
  episodes: readonly ConsoleEpisode[];
  readOnly: boolean;
}) {
  const [params, change] = useAddress();
  const open = pictureKinds.find((kind) => params.get("dialog") === kind);
  return (
    <div className={styles.panels}>
      {pictureKinds.map((kind) => (
        <One key={kind} kind={kind} series={series} readOnly={readOnly} />
      ))}
      {!readOnly && (
        <PictureDialog
          kind={open ?? null}
          series={series}
          episodes={episodes}
          close={() => change({ dialog: null }, { replace: true })}
        />
      )}
    </div>
  );
}

function One({ kind, series, readOnly }: { kind: PictureKind; series: ConsoleSeries; readOnly: boolean }) {
  const { id, content } = series;
  const client = useQueryClient();
  const act = useAct("series");
  const [, change] = useAddress();
  const image = content[kind];
  const take = async (next: ConsoleSeries) => {
    putAnswer(client, ["series", "one", id], next);
    await client.invalidateQueries({ queryKey: ["series"] });
  };
  const undo = (version: number) =>
    act.run(async () => {
      await take(await call("POST /api/console/series/undo", { id, kind, version }));
      showToast(t("pictures.back", { kind: t(`field.${kind}`) }));
    });
  const remove = () =>
    act.run(async () => {
      const removed = await call("DELETE /api/console/picture", { id, kind, from: image?.url ?? null });
      showToast(t("pictures.removed", { kind: t(`field.${kind}`) }), {
        label: t("undo"),
        run: () => void undo(removed.version),
      });
      await take(removed);
    });
  return (
    <Panel title={t(`pictures.${kind}`)} hint={t(`pictures.${kind}Hint`)}>
      <PanelBody>
        <div className={styles.present} data-kind={kind}>
          {image ? (
            <img src={image.url} alt={t("pictures.current", { kind: t(`field.${kind}`) })} />
          ) : (
            <span className={styles.quiet}>{t("pictures.none")}</span>
          )}
        </div>
        <Failure text={act.failure} />
        {!readOnly && (
          <div className={styles.acts}>
            <Button variant="default" onClick={() => change({ dialog: kind })}>
              {t(image ? "pictures.replace" : "pictures.choose")}
            </Button>
            {image && (
              <Button variant="default" loading={act.busy} onClick={() => void remove()}>
                {t("pictures.remove")}
              </Button>
            )}
          </div>
        )}
      </PanelBody>
    </Panel>
  );
}
