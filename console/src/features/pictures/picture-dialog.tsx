import type { PictureKind } from "@cliffhanger/contract/console/picture-kinds";
import type { Crop } from "@cliffhanger/contract/console/pictures";
import type { ConsoleEpisode, ConsoleSeries } from "@cliffhanger/contract/console/series";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useRef, useState } from "react";
import { t } from "../../lib/messages.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { partOf, type Size, shapes } from "./crop.ts";
import { Cropper } from "./cropper.tsx";
import { FrameChoice, type Moment } from "./frame-choice.tsx";
import styles from "./pictures.module.css";
import { Previews } from "./previews.tsx";
import { useFileUrl, useSetPicture } from "./use-picture.ts";

const MAX_BYTES = 20 * 2 ** 20;
const MAX_PIXELS = 60_000_000;
/** A film is not searched at every step of a slider. */
const SETTLED_MS = 250;
const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** Chooses a picture for a series from a file or a film, and the part of it that is shown. */
export function PictureDialog({
  kind,
  series,
  episodes,
  close,
}: {
  /** Null while it is closed. */
  kind: PictureKind | null;
  series: ConsoleSeries;
  episodes: readonly ConsoleEpisode[];
  close: () => void;
}) {
  return (
    <Dialog
      opened={kind !== null}
      title={kind ? t("picture.title", { kind: t(`field.${kind}`) }) : ""}
      size="64rem"
      close={close}
    >
      {kind && <Choice key={kind} kind={kind} series={series} episodes={episodes} close={close} />}
    </Dialog>
  );
}

function Choice({
  kind,
  series,
  episodes,
  close,
}: {
  kind: PictureKind;
  series: ConsoleSeries;
  episodes: readonly ConsoleEpisode[];
  close: () => void;
}) {
  const ready = episodes.filter(({ film }) => film?.state === "ready");
  const [from, setFrom] = useState<"file" | "frame">("file");
  const [file, setFile] = useState<File | null>(null);
  const [chosenMoment, setMoment] = useState<Moment | null>(null);
  const [crop, setCrop] = useState(middle);
  const [loaded, setLoaded] = useState<{ url: string; size: Size } | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const { act, percent, save } = useSetPicture(series, kind, close);
  const first = ready[0];
  const moment = chosenMoment ?? (first ? { episode: first.id, at: Math.min(2, first.duration / 2) } : null);
  const [settled] = useDebouncedValue(moment, SETTLED_MS);
  const fileUrl = useFileUrl(file);
  const frameUrl =
    settled &&
    `/api/console/episode/frame?${new URLSearchParams({ id: settled.episode, at: `${settled.at}` })}`;
  const url = from === "file" ? fileUrl : frameUrl;
  const size = url !== null && loaded?.url === url ? loaded.size : null;
  // While the next frame of a film is read, the frame of the part stays where it is.
  const shownSize = from === "frame" ? (loaded?.size ?? null) : size;
  const title = series.content.title[series.content.language] ?? "";
  const { ratio, needed } = shapes[kind];
  const fault = faultOf({ from, file, size, isBroken: url !== null && broken === url });
  const shownWidth = size ? Math.round(partOf(size, ratio, crop).width * size.width) : needed;
  const use = () => {
    if (from === "file" && file) void save({ file }, crop);
    if (from === "frame" && settled) void save(settled, crop);
  };
  return (
    <div className={styles.choice}>
      <fieldset className={styles.from} aria-label={t("picture.from")}>
        {(["file", "frame"] as const).map((way) => (
          <Button
            key={way}
            variant="default"
            aria-pressed={from === way}
            onClick={() => {
              act.reset();
              setFrom(way);
            }}
          >
            {t(way === "file" ? "picture.fromFile" : "picture.fromFrame")}
          </Button>
        ))}
      </fieldset>
      {from === "file" && (
        <FileChoice
          file={file}
          choose={(next) => {
            act.reset();
            setCrop(middle);
            setFile(next);
          }}
        />
      )}
      {from === "frame" && moment && <FrameChoice episodes={ready} moment={moment} choose={setMoment} />}
      {from === "frame" && !moment && <p>{t("picture.noFilms")}</p>}
      {url !== null && (
        <div className={styles.work} data-kind={kind}>
          <Cropper
            url={url}
            size={shownSize}
            ratio={ratio}
            crop={crop}
            setCrop={setCrop}
            loaded={(next) => setLoaded({ url, size: next })}
            failed={() => setBroken(url)}
          />
          {shownSize && !fault && (
            <Previews url={url} size={shownSize} kind={kind} crop={crop} title={title} />
          )}
        </div>
      )}
      {shownWidth < needed && !fault && (
        <p className={styles.warning}>{t("picture.small", { width: shownWidth, least: needed })}</p>
      )}
      <Failure text={fault ?? act.fields["source"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button loading={act.busy} disabled={size === null || fault !== null} onClick={use}>
          {percent === null ? t("picture.save") : t("picture.sending", { percent })}
        </Button>
      </DialogActs>
    </div>
  );
}

function faultOf({
  from,
  file,
  size,
  isBroken,
}: {
  from: "file" | "frame";
  file: File | null;
  size: Size | null;
  isBroken: boolean;
}): string | null {
  if (from === "frame") return isBroken ? t("picture.noFrame") : null;
  if (!file) return null;
  const { name } = file;
  if (file.size > MAX_BYTES) return t("picture.tooLarge", { name });
  if (isBroken) return t("picture.unreadable", { name });
  return size && size.width * size.height > MAX_PIXELS ? t("picture.tooMany", { name }) : null;
}

function FileChoice({ file, choose }: { file: File | null; choose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.file}>
      <FileInput
        ref={input}
        label={t("picture.file")}
        accept="image/jpeg,image/png,image/webp,image/avif"
        choose={choose}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {t(file ? "picture.another" : "picture.file")}
      </Button>
      <span className={styles.quiet}>{file ? file.name : t("picture.fileHint")}</span>
    </div>
  );
}
