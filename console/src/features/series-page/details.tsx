import { Checkbox, MultiSelect, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { languageOptions } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import styles from "./series-page.module.css";
import type { Edits } from "./use-edits.ts";

/** What a series is besides its texts: language and tags. */
export function Details({ edits, readOnly }: { edits: Edits; readOnly: boolean }) {
  const tags = useQuery({ queryKey: ["tags"], queryFn: () => call("GET /api/console/tag") });
  const chosen = edits.value("tags");
  const { fields } = edits.act;
  return (
    <div className={styles.columns}>
      <Panel title={t("details.title")}>
        <PanelBody>
          <div className={styles.form}>
            <Select
              label={t("field.language")}
              description={t("details.languageHint")}
              data={languageOptions()}
              value={String(edits.value("language"))}
              readOnly={readOnly}
              allowDeselect={false}
              onChange={(value) => value && edits.set({ language: value })}
            />
            <MultiSelect
              label={t("field.tags")}
              description={t("details.tagsHint")}
              data={(["category", "tag"] as const).map((kind) => ({
                group: t(`details.${kind}`),
                items:
                  tags.data?.list
                    .filter((one) => one.kind === kind)
                    .map(({ id, name }) => ({ value: id, label: name })) ?? [],
              }))}
              value={Array.isArray(chosen) ? chosen : []}
              readOnly={readOnly}
              searchable
              error={fields.tags}
              nothingFoundMessage={t("filter.nothing")}
              onChange={(value) => edits.set({ tags: value })}
            />
            <Checkbox
              label={t("field.completed")}
              checked={edits.value("completed") === true}
              disabled={readOnly}
              onChange={(event) => edits.set({ completed: event.currentTarget.checked })}
            />
          </div>
        </PanelBody>
      </Panel>
    </div>
  );
}
