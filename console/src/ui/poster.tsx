import type { Image } from "@cliffhanger/contract/common";
import styles from "./poster.module.css";

/** The poster of a series; a grey shape where there is none. It is decoration beside the title. */
export function Poster({ image, size }: { image: Image | null; size: "small" | "large" | "wide" }) {
  const smallest = image?.srcset.toSorted((a, b) => a.width - b.width)[0];
  const url = size === "small" ? (smallest?.url ?? image?.url) : image?.url;
  return (
    <span className={styles.poster} data-size={size}>
      {url !== undefined && <img src={url} alt="" loading="lazy" />}
    </span>
  );
}
