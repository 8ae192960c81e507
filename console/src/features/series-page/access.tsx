import type { ConsoleSeries } from "@cliffhanger/contract/console/series";
import { NumberInput } from "@mantine/core";
import { t } from "../../lib/messages.ts";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import { Prices } from "./prices.tsx";
import styles from "./series-page.module.css";
import type { Edits } from "./use-edits.ts";

/** What is free of a series, and what the rest costs. */
export function Access({
  series: { id },
  edits,
  episodes,
  readOnly,
}: {
  series: ConsoleSeries;
  edits: Edits;
  episodes: number;
  readOnly: boolean;
}) {
  const free = Number(edits.value("free"));
  return (
    <div className={styles.stack}>
      <Panel title={t("access.free")}>
        <PanelBody>
          <div className={styles.form}>
            <NumberInput
              label={t("field.free")}
              description={t("details.freeHint", {
                free: Math.min(free, episodes),
                locked: Math.max(0, episodes - free),
              })}
              min={0}
              max={10_000}
              allowDecimal={false}
              value={free}
              readOnly={readOnly}
              error={edits.act.fields["free"]}
              onChange={(value) => typeof value === "number" && edits.set({ free: value })}
            />
          </div>
        </PanelBody>
      </Panel>
      <Prices seriesId={id} />
    </div>
  );
}
