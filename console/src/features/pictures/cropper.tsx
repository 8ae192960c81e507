import type { Crop } from "@cliffhanger/contract/console/pictures";
import { Slider } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { t } from "../../lib/messages.ts";
import { MAX_ZOOM, partOf, type Size, within } from "./crop.ts";
import styles from "./pictures.module.css";

const STEP = 0.01;
const LARGE_STEP = 0.1;
const ZOOM_STEP = 1.1;

/** A picture with the frame of the part that is shown: it is moved by drag, by a click on what matters, and by keys. */
export function Cropper({
  url,
  size,
  ratio,
  crop,
  setCrop,
  loaded,
  failed,
}: {
  url: string;
  /** Null until the picture is here. */
  size: Size | null;
  ratio: number;
  crop: Crop;
  setCrop: (crop: Crop) => void;
  loaded: (size: Size) => void;
  failed: () => void;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const part = size && partOf(size, ratio, crop);
  const move = (x: number, y: number) => setCrop({ ...crop, x: within(x, 0, 1), y: within(y, 0, 1) });
  const zoom = (factor: number) => setCrop({ ...crop, zoom: within(crop.zoom * factor, 1, MAX_ZOOM) });
  const placeOf = (event: PointerEvent) => {
    const box = stage.current?.getBoundingClientRect();
    return box
      ? { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
      : { x: 0.5, y: 0.5 };
  };
  const begin = (event: PointerEvent) => {
    if (!part || event.button !== 0) return;
    const at = placeOf(event);
    const [middleX, middleY] = [part.left + part.width / 2, part.top + part.height / 2];
    const isInside =
      Math.abs(at.x - middleX) <= part.width / 2 && Math.abs(at.y - middleY) <= part.height / 2;
    // A frame that is taken keeps its distance from the pointer; elsewhere it comes to it.
    drag.current = isInside ? { x: middleX - at.x, y: middleY - at.y } : { x: 0, y: 0 };
    if (!isInside) move(at.x, at.y);
    stage.current?.setPointerCapture(event.pointerId);
  };
  const follow = (event: PointerEvent) => {
    if (!drag.current) return;
    const at = placeOf(event);
    move(at.x + drag.current.x, at.y + drag.current.y);
  };
  const end = () => {
    drag.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    // From where the frame is: beyond the edge of the picture a key would seem to do nothing.
    const x = part ? part.left + part.width / 2 : crop.x;
    const y = part ? part.top + part.height / 2 : crop.y;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => move(x - step, y),
      ArrowRight: () => move(x + step, y),
      ArrowUp: () => move(x, y - step),
      ArrowDown: () => move(x, y + step),
      "+": () => zoom(ZOOM_STEP),
      "=": () => zoom(ZOOM_STEP),
      "-": () => zoom(1 / ZOOM_STEP),
      Home: () => move(0.5, 0.5),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const percent = (value: number) => `${value * 100}%`;
  return (
    <div>
      <p className={styles.label}>{t("picture.crop")}</p>
      <p className={styles.quiet}>{t("picture.cropHint")}</p>
      <div className={styles.stageLine}>
        <div
          ref={stage}
          className={styles.stage}
          onPointerDown={begin}
          onPointerMove={follow}
          onPointerUp={end}
          onPointerCancel={end}
        >
          <img
            src={url}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              loaded({ width, height })
            }
            onError={failed}
          />
          {part && (
            <button
              type="button"
              className={styles.frame}
              aria-label={t("picture.cropAt", {
                x: Math.round((part.left + part.width / 2) * 100),
                y: Math.round((part.top + part.height / 2) * 100),
              })}
              style={{
                left: percent(part.left),
                top: percent(part.top),
                width: percent(part.width),
                height: percent(part.height),
              }}
              onKeyDown={press}
            />
          )}
        </div>
      </div>
      <p className={styles.label} aria-hidden>
        {t("picture.zoom")}
      </p>
      <Slider
        className={styles.slider ?? ""}
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={crop.zoom}
        thumbLabel={t("picture.zoom")}
        label={(value) => `${value.toFixed(1)} ×`}
        onChange={(value) => setCrop({ ...crop, zoom: value })}
      />
    </div>
  );
}
