import type { SiteSetting } from "@cliffhanger/contract/console/site";
import { contrastToGround, inkOn } from "@cliffhanger/contract/contrast";
import { ColorInput } from "@mantine/core";
import { t } from "../../lib/messages.ts";
import { Mark } from "../../ui/mark.tsx";
import styles from "./site.module.css";
import { Conflict } from "./site-fields.tsx";
import type { SiteEdits } from "./use-site-edits.ts";

const FORM = /^#[0-9a-f]{6}$/i;
/** The contrasts that the server asks for: of marks with the app's ground, and of words with the colours. */
const LEAST_MARK = 3;
const LEAST_WORDS = 4.5;

/** The two colours of the site with the contrasts that they have to reach, while they are chosen. */
export function Colours({ settings, edits }: { settings: readonly SiteSetting[]; edits: SiteEdits }) {
  const keys = ["accent", "accentEnd"] as const;
  const shownOf = (key: (typeof keys)[number]) =>
    edits.value(key) ?? settings.find((one) => one.key === key)?.usual ?? "";
  const colours = keys.map(shownOf);
  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        {keys.map((key) => (
          <div key={key}>
            <ColorInput
              label={t(`site.${key}`)}
              description={t(`site.about.${key}`)}
              format="hex"
              value={shownOf(key)}
              error={edits.act.fields[key]}
              eyeDropperButtonProps={{ "aria-label": t("site.pickColour", { name: t(`site.${key}`) }) }}
              onChange={(to) => edits.set(key, to === "" ? null : to.toUpperCase())}
            />
            <Conflict name={key} edits={edits} />
          </div>
        ))}
      </div>
      {colours.every((colour) => FORM.test(colour)) && <Contrasts colours={colours} />}
    </div>
  );
}

function Contrasts({ colours }: { colours: readonly string[] }) {
  const [accent = ""] = colours;
  const { ink, contrast } = inkOn(colours);
  const rows = [
    { id: "marks", value: contrastToGround(accent), least: LEAST_MARK },
    { id: "words", value: contrast, least: LEAST_WORDS },
  ] as const;
  return (
    <div className={styles.contrasts}>
      <svg className={styles.sample} viewBox="0 0 240 48" role="img" aria-label={t("site.sample")}>
        <defs>
          <linearGradient id="site-accent">
            <stop offset="0" stopColor={colours[0]} />
            <stop offset="1" stopColor={colours[1]} />
          </linearGradient>
        </defs>
        <rect width="240" height="48" rx="14" fill="url(#site-accent)" />
        <text x="120" y="30" textAnchor="middle" fontSize="16" fontWeight="600" fill={ink}>
          {t("site.sampleWords")}
        </text>
      </svg>
      <ul className={styles.list}>
        {rows.map(({ id, value, least }) => (
          <li key={id}>
            <Mark
              tone={value < least ? "red" : "green"}
            >{`${(Math.floor(value * 10) / 10).toFixed(1)}:1`}</Mark>{" "}
            {t(value < least ? `site.contrast.${id}Low` : `site.contrast.${id}`, { least })}
          </li>
        ))}
      </ul>
    </div>
  );
}
