import type { ConsoleHome, HomeSection, HomeSource } from "@cliffhanger/contract/console/home";
import { ActionIcon, NumberInput, SegmentedControl, Select } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { languages } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useLeftField } from "../../lib/use-left-field.ts";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import { ChosenSeries } from "./chosen-series.tsx";
import styles from "./home.module.css";
import { ShownTimes } from "./shown-times.tsx";
import { type BegunSource, SourceChoice } from "./source-choice.tsx";
import { TitleField } from "./title-field.tsx";
import type { HomeActs } from "./use-home.ts";

const kinds = ["row", "grid", "ranking"] as const;
const MAX_SIZE = 60;

/** What one section shows and is called. Each choice is saved at once. */
export function SectionForm({
  home,
  section,
  acts,
}: {
  home: ConsoleHome;
  section: HomeSection;
  acts: HomeActs;
}) {
  const { id, kind, title, source, size, shown } = section;
  const [, address] = useAddress();
  const [begun, setBegun] = useState<BegunSource>(null);
  const label = useId();
  type Value = string | number | HomeSource | null;
  const set = (path: string, from: Value, to: Value) =>
    acts.tryChange({ act: "set", id, fields: [{ path, from, to }] });
  const remove = () => {
    address({ section: null }, { replace: true });
    acts.tryChange({ act: "remove", id }, t("home.removed", { title: title.en ?? id }));
  };
  const isFree = kind !== "featured" && kind !== "switcher";
  return (
    <Panel
      title={title.en ?? id}
      acts={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("home.remove", { title: title.en ?? id })}
          onClick={remove}
        >
          <Trash2 size={17} aria-hidden />
        </ActionIcon>
      }
    >
      <PanelBody>
        <div className={styles.form}>
          {isFree ? (
            <div>
              <p className={styles.label} id={label}>
                {t("home.showsAs")}
              </p>
              <SegmentedControl
                aria-labelledby={label}
                data={kinds.map((value) => ({ value, label: t(`home.kind.${value}`) }))}
                value={kind}
                onChange={(to) => set("kind", kind, to)}
                fullWidth
              />
            </div>
          ) : (
            <p className={styles.quiet}>{t(`home.about.${kind}`)}</p>
          )}
          {kind !== "switcher" && (
            <SourceChoice
              source={source}
              begun={begun}
              change={(to) => {
                setBegun(to.begun);
                if (to.source) set("source", source, to.source);
              }}
            />
          )}
          {source.type === "series" && (
            <ChosenSeries
              ids={source.ids}
              series={home.series}
              change={(ids) => set("source", source, { type: "series", ids })}
            />
          )}
          {source.type !== "series" && <SizeField size={size} save={(to) => set("size", size, to)} />}
          {isFree && <PlaceChoice home={home} id={id} acts={acts} />}
          <ShownTimes key={id} shown={shown} set={set} />
          <div>
            <p className={styles.label}>{t("home.titles")}</p>
            <div className={styles.titles}>
              {languages.map((code) => (
                <TitleField
                  key={`${id} ${code}`}
                  sectionId={id}
                  language={code}
                  saved={title[code] ?? null}
                  acts={acts}
                />
              ))}
            </div>
          </div>
        </div>
      </PanelBody>
    </Panel>
  );
}

/** How many series it shows at most. Saved on leaving the field. */
function SizeField({ size, save }: { size: number; save: (to: number) => void }) {
  const typed = useRef(size);
  const field = useLeftField(() => {
    const to = typed.current;
    if (to !== size && to >= 1 && to <= MAX_SIZE) save(to);
  });
  return (
    <NumberInput
      label={t("home.size")}
      min={1}
      max={MAX_SIZE}
      allowDecimal={false}
      value={size}
      onChange={(to) => {
        typed.current = Number(to);
        field.typed();
      }}
      onBlur={(event) => {
        typed.current = Number(event.currentTarget.value);
        field.left();
      }}
    />
  );
}

/** Moves the section by choosing its place: what dragging does, where nothing can be dragged. */
function PlaceChoice({ home, id, acts }: { home: ConsoleHome; id: string; acts: HomeActs }) {
  const all = home.sections.filter(({ kind }) => kind !== "featured");
  const others = all.filter((section) => section.id !== id);
  const first = all.length < home.sections.length ? 3 : 2;
  return (
    <Select
      label={t("home.place")}
      data={all.map((_section, at) => ({ value: String(at), label: String(first + at) }))}
      value={String(all.findIndex((section) => section.id === id))}
      allowDeselect={false}
      onChange={(at) =>
        at !== null &&
        acts.tryChange({ act: "move", id, before: others[Number(at)]?.id ?? null }, t("home.moved"))
      }
    />
  );
}
