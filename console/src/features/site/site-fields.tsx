import type { SiteKey, SiteSetting } from "@cliffhanger/contract/console/site";
import { Button, MultiSelect, Textarea, TextInput } from "@mantine/core";
import { languageOptions } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { ZoneSelect } from "../../ui/zone-select.tsx";
import styles from "./site.module.css";
import type { SiteEdits } from "./use-site-edits.ts";

/** A setting as a line of text; empty is the usual value. */
export function TextSetting({
  setting,
  edits,
  isLong = false,
}: {
  setting: SiteSetting;
  edits: SiteEdits;
  isLong?: boolean;
}) {
  const { key, usual, example } = setting;
  const shared = {
    label: t(`site.${key}`),
    description: t(`site.about.${key}`),
    placeholder: usual ?? t("site.example", { example }),
    value: edits.value(key) ?? "",
    error: edits.act.fields[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      edits.set(key, event.currentTarget.value || null),
  };
  return (
    <div>
      {isLong ? <Textarea {...shared} autosize minRows={2} /> : <TextInput {...shared} />}
      <Conflict name={key} edits={edits} />
    </div>
  );
}

/** The languages that visitors may choose. English is always among them, because missing texts are shown in it. */
export function LanguagesSetting({ setting, edits }: { setting: SiteSetting; edits: SiteEdits }) {
  const chosen = (edits.value("languages") ?? setting.usual ?? "en").split(",");
  return (
    <div>
      <MultiSelect
        label={t("site.languages")}
        description={t("site.about.languages")}
        data={languageOptions()}
        value={chosen}
        error={edits.act.fields["languages"]}
        onChange={(to) => {
          const list = languageOptions()
            .map(({ value }) => value)
            .filter((one) => one === "en" || to.includes(one));
          edits.set("languages", list.length === languageOptions().length ? null : list.join(","));
        }}
      />
      <Conflict name="languages" edits={edits} />
    </div>
  );
}

/** The zone in which the console shows times. */
export function ZoneSetting({ setting: { key, usual }, edits }: { setting: SiteSetting; edits: SiteEdits }) {
  return (
    <div>
      <ZoneSelect
        label={t("site.timezone")}
        description={t("site.about.timezone")}
        value={edits.value(key) ?? usual ?? ""}
        error={edits.act.fields[key]}
        change={(to) => edits.set(key, to === usual ? null : to)}
      />
      <Conflict name={key} edits={edits} />
    </div>
  );
}

/** What someone else saved in this setting meanwhile, to decide between. */
export function Conflict({ name, edits }: { name: SiteKey; edits: SiteEdits }) {
  if (!(name in edits.conflicts)) return null;
  const theirs = edits.conflicts[name];
  return (
    <div role="alert" className={styles.conflict}>
      <p>{t("site.conflict", { theirs: theirs ?? t("site.usual") })}</p>
      <span className={styles.buttons}>
        <Button variant="default" size="compact-sm" onClick={() => edits.decide(name, false)}>
          {t("conflict.takeTheirs")}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => edits.decide(name, true)}>
          {t("conflict.keepMine")}
        </Button>
      </span>
    </div>
  );
}
