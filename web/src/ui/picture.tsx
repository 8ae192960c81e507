import type { Image } from "@cliffhanger/contract";
import { useEffect, useState } from "react";
import { imageMemory } from "../lib/image-memory.ts";

/** A picture, and how it is to stand. */
export interface PictureProps {
  image: Image;
  /** How wide it will stand, as the `sizes` attribute says it. */
  sizes: string;
  /** Empty where the words beside it say the same. */
  alt?: string;
  /** The first picture of a screen loads at once and before all others. */
  priority?: boolean;
  /** For now the placeholder alone: something else needs the line. */
  waits?: boolean;
  /** False where something else shows through until it arrives. */
  placeholder?: boolean;
  /** Classes of its box: position (`relative` or `absolute`), size and display are the caller's. */
  className: string;
  /** Classes of the picture itself, such as its object position. */
  imageClassName?: string;
}

/** A picture over its placeholder, in a box that the caller sizes: nothing moves when it arrives (R102). */
export function Picture({
  image,
  sizes,
  alt = "",
  priority,
  waits,
  placeholder = true,
  className,
  imageClassName = "",
}: PictureProps) {
  const [failures, setFailures] = useState(0);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (failures === 0) return undefined;
    return imageMemory.retry(failures, () => setAttempt(failures)) ?? undefined;
  }, [failures]);

  // Also asked when it is taken over from the server: it may have arrived, or failed, before the app was there.
  const settle = (img: HTMLImageElement | null) => {
    if (!img?.complete) return;
    if (img.naturalWidth) imageMemory.remember(image.url);
    else setFailures(attempt + 1);
  };
  const broken = failures > attempt;
  const eager = priority || imageMemory.loaded(image.url);
  return (
    <span className={`overflow-hidden ${className}`}>
      {placeholder ? <Placeholder placeholder={image.placeholder} /> : null}
      {broken || waits ? null : (
        <picture key={attempt}>
          {image.avif ? <source type="image/avif" srcSet={srcSetOf(image.avif)} sizes={sizes} /> : null}
          <img
            ref={settle}
            src={image.url}
            srcSet={srcSetOf(image.srcset)}
            sizes={sizes}
            width={image.width}
            height={image.height}
            alt={alt}
            loading={eager ? "eager" : "lazy"}
            fetchPriority={priority ? "high" : "auto"}
            decoding="async"
            draggable={false}
            onLoad={(event) => settle(event.currentTarget)}
            onError={(event) => settle(event.currentTarget)}
            className={`absolute inset-0 size-full object-cover ${imageClassName}`}
          />
        </picture>
      )}
    </span>
  );
}

/** The `srcset` attribute for a picture's files; undefined where it has but one width. */
function srcSetOf(files: Image["srcset"]): string | undefined {
  return files.map(({ url, width }) => `${url} ${width}w`).join(", ") || undefined;
}

// Colours come as SVG attributes: the policy refuses style attributes in the server's markup.
function Placeholder({ placeholder }: { placeholder: string }) {
  if (placeholder.startsWith("data:")) {
    return (
      <img
        src={placeholder}
        alt=""
        aria-hidden
        className="absolute inset-0 size-full scale-110 object-cover blur-art"
      />
    );
  }
  return (
    <svg aria-hidden className="absolute inset-0 size-full">
      <rect width="100%" height="100%" fill={placeholder} />
    </svg>
  );
}
