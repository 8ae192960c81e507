import type { ConsoleHome, HomeSection } from "@cliffhanger/contract/console/home";
import { VisuallyHidden } from "@mantine/core";
import { Link } from "wouter";
import { languages } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { Mark } from "../../ui/mark.tsx";
import { MoveHandle } from "../../ui/move-handle.tsx";
import { type Reorder, useReorder } from "../../ui/use-reorder.ts";
import styles from "./home.module.css";
import { sourceWords, timesWords } from "./source-words.ts";
import type { HomeActs } from "./use-home.ts";

/** The sections in their order. The carousel is always first, and after it what each viewer continues. */
export function SectionList({
  home,
  acts,
  chosen,
}: {
  home: ConsoleHome;
  acts: HomeActs;
  chosen: string | undefined;
}) {
  const featured = home.sections.find(({ kind }) => kind === "featured");
  const others = home.sections.filter((section) => section !== featured);
  const first = featured ? 3 : 2;
  const reorder = useReorder(
    others.map(({ id }) => id),
    (id) => others.find((section) => section.id === id)?.title.en ?? id,
    (id, before) => acts.tryChange({ act: "move", id, before }, t("home.moved")),
    first,
  );
  return (
    <>
      <ol className={styles.sections} aria-label={t("home.sections")}>
        {featured && <Row section={featured} place={1} isChosen={chosen === featured.id} reorder={null} />}
        <li className={styles.row}>
          <span className={styles.handle} aria-hidden />
          <span className={styles.place}>{first - 1}</span>
          <span className={styles.words}>
            <span className={styles.fixed}>{t("home.continue")}</span>
            <span className={styles.quiet}>{t("home.continueText")}</span>
          </span>
          <span className={styles.quiet}>{t("home.byItself")}</span>
        </li>
        {others.map((section, at) => (
          <Row
            key={section.id}
            section={section}
            place={first + at}
            isChosen={chosen === section.id}
            reorder={reorder}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{reorder.said}</VisuallyHidden>
    </>
  );
}

function Row({
  section,
  place,
  isChosen,
  reorder,
}: {
  section: HomeSection;
  place: number;
  isChosen: boolean;
  /** Null for the section that stays where it is. */
  reorder: Reorder | null;
}) {
  const { id, kind, title, mark } = section;
  return (
    <li className={styles.row} data-chosen={isChosen || undefined} {...reorder?.rowOf(id)}>
      {reorder ? <MoveHandle reorder={reorder} id={id} /> : <span className={styles.handle} aria-hidden />}
      <span className={styles.place}>{place}</span>
      <span className={styles.words}>
        <span>
          <Link
            href={`/home?section=${id}`}
            className={styles.title}
            aria-current={isChosen ? "true" : undefined}
          >
            {title.en ?? id}
          </Link>{" "}
          {mark && <Mark tone="amber">{t(`home.mark.${mark}`)}</Mark>}
        </span>
        <span className={styles.quiet}>
          {[sourceWords(section), timesWords(section)].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className={styles.languages}>
        {languages.map((code) => (
          <span key={code} className={styles.language} data-has={title[code] !== undefined || undefined}>
            {code.toUpperCase()}
            {title[code] === undefined && (
              <VisuallyHidden>{t("home.lacks", { language: t(`language.${code}`) })}</VisuallyHidden>
            )}
          </span>
        ))}
      </span>
      <span className={styles.kind}>
        <Mark>{t(`home.kind.${kind}`)}</Mark>
      </span>
    </li>
  );
}
