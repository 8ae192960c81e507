import type { ConsoleTag } from "@cliffhanger/contract/console/tags";
import { VisuallyHidden } from "@mantine/core";
import { Link } from "wouter";
import { languages } from "../../lib/languages.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { MoveHandle } from "../../ui/move-handle.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { useReorder } from "../../ui/use-reorder.ts";
import styles from "./tags.module.css";
import type { TagActs } from "./use-tag-acts.ts";

/** Tags of one kind. Categories are put in order by drag, or by the arrow keys on the handle. */
export function TagList({
  label,
  all,
  shown,
  isSortable,
  acts,
}: {
  label: string;
  all: readonly ConsoleTag[];
  shown: readonly ConsoleTag[];
  isSortable: boolean;
  acts: TagActs;
}) {
  const mayWrite = useMay("series.write");
  const ids = all.map(({ id }) => id);
  const reorder = useReorder(
    ids,
    (id) => all.find((tag) => tag.id === id)?.name ?? id,
    (id, before) => {
      const others = ids.filter((one) => one !== id);
      acts.order(others.toSpliced(before === null ? others.length : others.indexOf(before), 0, id));
    },
  );
  return (
    <>
      {isSortable ? (
        <ul className={styles.list} aria-label={label}>
          {shown.map((tag) => (
            <li key={tag.id} className={styles.row} {...(mayWrite && reorder.rowOf(tag.id))}>
              {mayWrite && <MoveHandle reorder={reorder} id={tag.id} />}
              <Tag tag={tag} acts={acts} />
            </li>
          ))}
        </ul>
      ) : (
        <Blocks label={label} tags={shown} acts={acts} />
      )}
      <VisuallyHidden role="status">{reorder.said}</VisuallyHidden>
    </>
  );
}

const BLOCK = 10;

/**
 * A list of thousands. The browser leaves out whole blocks that are out of sight: to watch each of a thousand rows took it
 * longer than to draw them.
 */
function Blocks({ label, tags, acts }: { label: string; tags: readonly ConsoleTag[]; acts: TagActs }) {
  const blocks = Array.from({ length: Math.ceil(tags.length / BLOCK) }, (_, at) =>
    tags.slice(at * BLOCK, (at + 1) * BLOCK),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a ul may hold nothing but li, and no blocks of them
    <div role="list" aria-label={label}>
      {blocks.map((block) => (
        <div key={block[0]?.id} role="presentation" className={styles.block}>
          {block.map((tag) => (
            // biome-ignore lint/a11y/useSemanticElements: an li needs a ul
            <div role="listitem" key={tag.id} className={styles.row}>
              <Tag tag={tag} acts={acts} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Tag({ tag, acts }: { tag: ConsoleTag; acts: TagActs }) {
  const mayWrite = useMay("series.write");
  const [, change] = useAddress();
  const { id, name, names, series } = tag;
  return (
    <>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <Link href={`/series?tag=${id}`} className={styles.count}>
          {t("tags.series", { count: series })}
        </Link>
      </span>
      <span className={styles.languages}>
        {languages.map((code) => (
          <span
            key={code}
            className={styles.language}
            data-has={names[code] !== undefined || undefined}
            title={names[code]}
          >
            {code.toUpperCase()}
            {names[code] === undefined && (
              <VisuallyHidden>{t("tags.lacks", { language: t(`language.${code}`) })}</VisuallyHidden>
            )}
          </span>
        ))}
      </span>
      {mayWrite && (
        <span className={styles.acts}>
          <RowButton
            act={t("tags.rename")}
            row={name}
            onClick={() => change({ dialog: "rename", tag: id })}
          />
          <RowButton act={t("tags.merge")} row={name} onClick={() => change({ dialog: "merge", tag: id })} />
          <RowButton act={t("tags.delete")} row={name} onClick={() => acts.remove(tag)} />
        </span>
      )}
    </>
  );
}
