import type { UploadPlace, UploadPlan } from "@cliffhanger/contract/console/uploads";
import { NumberInput } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import { t } from "../../lib/messages.ts";
import { Mark } from "../../ui/mark.tsx";
import rows from "../../ui/rows.module.css";
import { sizeWords } from "./dropped-files.ts";
import styles from "./upload.module.css";

/** Where each file would go, before anything is sent. The episode of a film can be changed. */
export function UploadPreview({
  plan,
  files,
  setNumber,
}: {
  plan: UploadPlan;
  files: readonly File[];
  setNumber: (name: string, number: number) => void;
}) {
  const order = plan.files
    .map((place, at) => ({ place, size: files[at]?.size ?? 0 }))
    .toSorted((a, b) => (a.place.number ?? 99_999) - (b.place.number ?? 99_999));
  const [going, left] = [
    order.filter(({ place }) => place.leftOut === null),
    order.filter(({ place }) => place.leftOut !== null),
  ];
  const bytes = going.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <p className={styles.quiet}>
        {t("upload.sum", { count: going.length, size: sizeWords(bytes), left: left.length })}
      </p>
      {plan.missing.length > 0 && (
        <p className={styles.missing}>
          <TriangleAlert size={16} aria-hidden />
          {t("upload.missing", { count: plan.missing.length, numbers: rangesOf(plan.missing) })}
        </p>
      )}
      <div className={styles.scroll}>
        <table className={rows.table} aria-label={t("upload.preview")}>
          <thead>
            <tr>
              <th>{t("upload.file")}</th>
              <th>{t("upload.goes")}</th>
              <th>{t("upload.size")}</th>
            </tr>
          </thead>
          <tbody>
            {[...going, ...left].map(({ place, size }, at) => (
              // Two files of one name may come from two folders.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered while it is shown.
              <tr key={`${place.name} ${at}`} className={place.leftOut === null ? undefined : styles.left}>
                <td className={styles.name}>{place.name}</td>
                <td>
                  <Goes place={place} setNumber={setNumber} />
                </td>
                <td className={rows.muted}>{sizeWords(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Goes({
  place: { name, kind, number, language, leftOut, replaces },
  setNumber,
}: {
  place: UploadPlace;
  setNumber: (name: string, number: number) => void;
}) {
  if (leftOut !== null) return <Mark tone="amber">{t(`upload.left.${leftOut}`)}</Mark>;
  return (
    <span className={styles.goes}>
      {kind === "film" && (
        <>
          {t("upload.episode")}
          <NumberInput
            aria-label={t("upload.episodeOf", { name })}
            size="xs"
            w="4.5rem"
            min={1}
            max={99_999}
            allowDecimal={false}
            defaultValue={number ?? 1}
            key={number}
            onBlur={(event) => {
              const next = Number(event.currentTarget.value);
              if (Number.isInteger(next) && next >= 1 && next !== number) setNumber(name, next);
            }}
          />
        </>
      )}
      {kind === "captions" && t("upload.captions", { number, language: language?.toUpperCase() })}
      {(kind === "poster" || kind === "cover") && t(`upload.${kind}`)}
      {replaces && <Mark tone="blue">{t("upload.replaces")}</Mark>}
    </span>
  );
}

/** Writes 3, 4, 5, 9 as "3–5, 9". */
function rangesOf(numbers: readonly number[]): string {
  const parts: [from: number, to: number][] = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts
    .slice(0, 20)
    .map(([from, to]) => (from === to ? String(from) : `${from}–${to}`))
    .join(", ");
}
