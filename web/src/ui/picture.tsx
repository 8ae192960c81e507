import type { Image } from "@cliffhanger/contract";
import { type ReactNode, useEffect, useState } from "react";
import { imageMemory } from "../lib/image-memory.ts";

/** An image and how it is rendered. */
export interface PictureProps {
  image: Image;
  /** The rendered width, as in the `sizes` attribute. */
  sizes: string;
  /** Empty where adjacent text says the same. */
  alt?: string;
  /** Loads the image at once and before all others; for the first image of a screen. */
  priority?: boolean;
  /** Shows only the placeholder for now: something else needs the bandwidth. */
  waits?: boolean;
  /** False where something else shows through until the image arrives. */
  placeholder?: boolean;
  /** Classes of the box; the caller sets position (`relative` or `absolute`), size and display. */
  className: string;
  /** Classes of the image, such as its object position. */
  imageClassName?: string;
  /** Content over the image. */
  children?: ReactNode;
}

/** Renders an image over its placeholder, in a box that the caller sizes: nothing shifts when it arrives (R102). */
export function Picture({
  image,
  sizes,
  alt = "",
  priority,
  waits,
  placeholder = true,
  className,
  imageClassName = "",
  children,
}: PictureProps) {
  const [failures, setFailures] = useState(0);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (failures === 0) return undefined;
    return imageMemory.retry(failures, () => setAttempt(failures)) ?? undefined;
  }, [failures]);

  // Also called at hydration: the image may have loaded, or failed, before.
  const checkLoaded = (img: HTMLImageElement | null) => {
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
            ref={checkLoaded}
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
            onLoad={(event) => checkLoaded(event.currentTarget)}
            onError={(event) => checkLoaded(event.currentTarget)}
            className={`absolute inset-0 size-full object-cover ${imageClassName}`}
          />
        </picture>
      )}
      {children}
    </span>
  );
}

/** Returns the `srcset` attribute; undefined where an image has only one width. */
function srcSetOf(files: Image["srcset"]): string | undefined {
  return files.map(({ url, width }) => `${url} ${width}w`).join(", ") || undefined;
}

// Colours are SVG attributes: the content security policy blocks style attributes in the server's markup.
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
