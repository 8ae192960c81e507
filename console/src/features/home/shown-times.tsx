import type { HomeSection } from "@cliffhanger/contract/console/home";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../lib/messages.ts";
import { isWall, momentOf, wallOf, zoneShown } from "../../lib/time.ts";
import { useLeftField } from "../../lib/use-left-field.ts";
import styles from "./home.module.css";

/** From when and until when a section is shown, in the zone of the site. Saved on leaving a field; empty is no limit. */
export function ShownTimes({
  shown,
  set,
}: {
  shown: HomeSection["shown"];
  set: (path: string, from: string | null, to: string | null) => void;
}) {
  const [typed, setTyped] = useState<Partial<Record<"from" | "until", string>>>({});
  const [saved, setSaved] = useState(shown);
  // What was saved, or undone, replaces what was typed in that field; the other field keeps what is typed meanwhile.
  if (saved.from !== shown.from || saved.until !== shown.until) {
    const { from, until } = typed;
    setSaved(shown);
    setTyped({
      ...(saved.from === shown.from && from !== undefined && { from }),
      ...(saved.until === shown.until && until !== undefined && { until }),
    });
  }
  const wallShown = (name: "from" | "until") => typed[name] ?? (shown[name] ? wallOf(shown[name]) : "");
  const walls = { from: wallShown("from"), until: wallShown("until") };
  const isWrong = walls.from !== "" && walls.until !== "" && walls.from >= walls.until;
  const save = (name: "from" | "until") => {
    if (walls[name] !== "" && !isWall(walls[name])) return;
    const to = walls[name] === "" ? null : momentOf(walls[name]);
    if (!isWrong && to !== shown[name]) set(`shown.${name}`, shown[name], to);
  };
  const fields = { from: useLeftField(() => save("from")), until: useLeftField(() => save("until")) };
  return (
    <div>
      <p className={styles.label}>{t("home.shown", { zone: zoneShown() })}</p>
      <div className={styles.times}>
        {(["from", "until"] as const).map((name) => (
          <TextInput
            key={name}
            type="datetime-local"
            label={t(`home.shown.${name}`)}
            value={walls[name]}
            error={name === "until" && isWrong && t("home.shownWrong")}
            onChange={(event) => {
              fields[name].typed();
              setTyped({ ...typed, [name]: event.currentTarget.value });
            }}
            onBlur={fields[name].left}
          />
        ))}
      </div>
    </div>
  );
}
