import type { PictureKind } from "@cliffhanger/contract/console/picture-kinds";
import type { Crop } from "@cliffhanger/contract/console/pictures";
import { t } from "../../lib/messages.ts";
import { partOf, type Size, shapes } from "./crop.ts";
import styles from "./pictures.module.css";

/** The part of a picture in the sizes that viewers see: with its title below a card, and over the top of home. */
export function Previews({
  url,
  size,
  kind,
  crop,
  title,
}: {
  url: string;
  size: Size;
  kind: PictureKind;
  crop: Crop;
  title: string;
}) {
  const { ratio, seen } = shapes[kind];
  const part = partOf(size, ratio, crop);
  return (
    <section aria-label={t("picture.previews")}>
      <p className={styles.label}>{t("picture.previews")}</p>
      <div className={styles.previews}>
        {seen.map((width) => (
          <figure key={width} className={styles.preview} style={{ width }}>
            <div className={styles.shown} style={{ width, height: Math.round(width * ratio) }}>
              <img
                src={url}
                alt=""
                style={{
                  width: width / part.width,
                  height: (width * ratio) / part.height,
                  left: (-part.left * width) / part.width,
                  top: (-part.top * width * ratio) / part.height,
                }}
              />
              {(kind === "cover" || width === seen.at(-1)) && <span className={styles.over}>{title}</span>}
            </div>
            <figcaption className={styles.quiet}>{t("picture.wide", { width })}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
