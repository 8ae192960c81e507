import type { Homepage } from "@cliffhanger/contract";
import { type KeyboardEvent, useId, useState } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { SectionHeading } from "./section-heading.tsx";
import { SeriesGrid } from "./series-grid.tsx";

/** A section of the home screen as the operator configured it. */
export type HomeSection = Homepage["sections"][number];

interface CategorySwitcherProps {
  section: HomeSection;
  heading: string;
  /** How many cards are drawn; the others are their titles for now. */
  drawn: number;
}

/** Renders a section whose category the viewer switches: "Click to Switch Categories" (R11). */
export function CategorySwitcher({ section, heading, drawn }: CategorySwitcherProps) {
  const t = useMessages();
  const panel = useId();
  const tabs = [{ id: "", name: t("home.all") }, ...(section.tabs ?? [])];
  const [shown, setShown] = useState("");
  const list =
    shown === "" ? section.list : section.list.filter(({ tags }) => tags.some(({ id }) => id === shown));
  const label = t("home.switchCategories");

  function step(event: KeyboardEvent<HTMLDivElement>) {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === shown);
    const next = tabs[(at + move + tabs.length) % tabs.length];
    if (!next) return;
    setShown(next.id);
    document.getElementById(`${panel}-${next.id}`)?.focus();
  }

  return (
    <section aria-labelledby={heading}>
      <SectionHeading id={heading} title={section.title} href={`/browse/${shown || "all"}`} hasMore />
      {section.title === label ? null : <p className="gutter text-sm text-muted">{label}</p>}
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={step}
        className="gutter no-scrollbar my-3 flex gap-2 overflow-x-auto py-1 md:my-4"
      >
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            id={`${panel}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === shown}
            aria-controls={panel}
            tabIndex={id === shown ? 0 : -1}
            onClick={() => setShown(id)}
            className="chip"
          >
            {name}
          </button>
        ))}
      </div>
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${shown}`}>
        {list.length > 0 ? (
          <SeriesGrid list={list} drawn={drawn} />
        ) : (
          <p className="gutter py-8 text-muted">{t("home.nothingInCategory")}</p>
        )}
      </div>
    </section>
  );
}
