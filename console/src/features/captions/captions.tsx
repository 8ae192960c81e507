import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import type { UploadRow } from "@cliffhanger/contract/console/uploads";
import type { Language } from "@cliffhanger/contract/languages";
import { Captions as CaptionsIcon, Plus } from "lucide-react";
import { useMemo, useRef } from "react";
import { Link } from "wouter";
import { languages } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import type { SendFiles } from "../../lib/send-file.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { Failure } from "../../ui/failure.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { Panel } from "../../ui/panel.tsx";
import styles from "./captions.module.css";
import { CaptionsDialog } from "./captions-dialog.tsx";
import { useAddCaptions } from "./use-add-captions.ts";

/** The captions of a series by episode and language: each is opened, shifted and deleted, or its file is chosen. */
export function Captions({
  seriesId,
  episodes,
  uploads,
  readOnly,
  send,
}: {
  seriesId: string;
  episodes: readonly ConsoleEpisode[];
  uploads: readonly UploadRow[];
  readOnly: boolean;
  send: SendFiles;
}) {
  const [params] = useAddress();
  const add = useAddCaptions(seriesId, send);
  const [episodeId, language] = (params.get("captions") ?? "").split(".");
  const episode = episodes.find(({ id }) => id === episodeId);
  const code = languages.find((one) => one === language);
  const named = useMemo(() => (episode && code ? { episode, language: code } : null), [episode, code]);
  const onTheWay = uploads.filter(({ kind, state }) => kind === "captions" && state !== "refused");
  return (
    <Panel title={t("captions.title")} hint={t("captions.hint")}>
      <Failure text={add.failure} />
      {episodes.length === 0 ? (
        <Empty text={t("captions.empty")} />
      ) : (
        <div className={styles.sheet}>
          <table className={styles.table} aria-label={t("captions.title")}>
            <thead>
              <tr>
                <th>{t("captions.episode")}</th>
                {languages.map((one) => (
                  <th key={one}>
                    {t(`language.${one}`)}{" "}
                    <span className={styles.quiet}>
                      {t("matrix.count", {
                        have: episodes.filter(({ captions }) => captions.includes(one)).length,
                        all: episodes.length,
                      })}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {episodes.map((one) => (
                <tr key={one.id}>
                  <th scope="row">{t("matrix.episode", { number: one.number })}</th>
                  {languages.map((each) => (
                    <td key={each} data-has={one.captions.includes(each) || undefined}>
                      <Cell
                        seriesId={seriesId}
                        episode={one}
                        language={each}
                        isComing={onTheWay.some(
                          (upload) => upload.number === one.number && upload.language === each,
                        )}
                        choose={readOnly ? null : (file) => add.add(one, each, file)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <CaptionsDialog seriesId={seriesId} named={named} readOnly={readOnly} replace={add.add} />
    </Panel>
  );
}

function Cell({
  seriesId,
  episode: { id, number, captions },
  language,
  isComing,
  choose,
}: {
  seriesId: string;
  episode: ConsoleEpisode;
  language: Language;
  isComing: boolean;
  /** Null for who may not change anything. */
  choose: ((file: File) => void) | null;
}) {
  const input = useRef<HTMLInputElement>(null);
  const row = { number, language: t(`language.${language}`) };
  if (isComing) return <span className={styles.quiet}>{t("captions.coming")}</span>;
  if (captions.includes(language))
    return (
      <Link
        href={`/series/${seriesId}/captions?captions=${id}.${language}`}
        className={styles.cell}
        aria-label={t("captions.open", row)}
      >
        <CaptionsIcon size={16} aria-hidden /> {t("captions.there")}
      </Link>
    );
  if (!choose) return <span className={styles.quiet}>{t("captions.missing")}</span>;
  return (
    <>
      <FileInput ref={input} label={t("captions.file", row)} accept=".vtt,.srt" choose={choose} />
      <button
        type="button"
        className={styles.add}
        aria-label={t("captions.add", row)}
        onClick={() => input.current?.click()}
      >
        <Plus size={15} aria-hidden /> {t("captions.addShort")}
      </button>
    </>
  );
}
