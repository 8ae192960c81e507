import type { Page } from "@playwright/test";

/** A rectangle on the screen with the name of its content. */
export interface Box {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The layout of the watch page: its player, the parts next to it, and everything over the picture. */
export interface Layout {
  viewport: Box;
  stage: Box;
  /** The picture without its letterbox bands. */
  picture: Box;
  /** Header and side column, if present. */
  around: Box[];
  /** Visible controls, texts and icons over the picture. */
  parts: Box[];
  captions: Box | null;
  /** Pairs of overlapping parts. */
  overlaps: string[];
  /** Controls that are too small to tap. */
  small: string[];
  /** Share of the stage that the gradients under the controls cover. */
  shaded: number;
}

/** Measures the watch page. Texts are measured line by line, clipped to their visible part. */
export function layoutOf(page: Page): Promise<Layout> {
  return page.evaluate(measure);
}

/** Waits until two frames have passed without a change of size. */
export function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let quiet = 0; quiet < 2; ) {
      await frame();
      const moving = document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === "running" && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        );
      quiet = moving ? 0 : quiet + 1;
    }
  });
}

/** Returns whether a rectangle is within another, with a tolerance of one pixel. */
export function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left - 1 &&
    inner.top >= outer.top - 1 &&
    inner.right <= outer.right + 1 &&
    inner.bottom <= outer.bottom + 1
  );
}

/** Returns whether two rectangles overlap by more than a pixel. */
export function doMeet(one: Box, other: Box): boolean {
  return (
    one.left < other.right - 1 &&
    other.left < one.right - 1 &&
    one.top < other.bottom - 1 &&
    other.top < one.bottom - 1
  );
}

/** Formats a rectangle for the message of a failed test. */
export function describeBox({ name, left, top, right, bottom }: Box): string {
  return `${name} [${[left, top, right, bottom].map(Math.round).join(" ")}]`;
}

/** Makes the browser report landscape pictures, as of a series shot for television. */
export async function widenPictures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const [name, size] of [
      ["videoWidth", 1280],
      ["videoHeight", 720],
    ] as const)
      Object.defineProperty(HTMLVideoElement.prototype, name, {
        get(this: HTMLVideoElement) {
          return this.readyState > 0 ? size : 0;
        },
      });
  });
}

// Runs in the page, so it can use nothing of this module.
function measure(): Layout {
  const stageElement = document.querySelector<HTMLElement>("section:has(video)");
  const video = document.querySelector<HTMLVideoElement>("video[data-active]");
  if (!stageElement || !video) throw new Error("There is no player.");
  interface Part {
    element: Element;
    box: Box;
  }
  const boxOf = (element: Element, name: string): Box => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { name, left, top, right, bottom };
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest("[inert], .sr-only");
  const clip = (box: Box, from: Element | null): Box => {
    let { left, top, right, bottom } = box;
    for (let at = from; at && at !== stageElement; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === "visible") continue;
      const around = at.getBoundingClientRect();
      // A part outside the stage is a fault; a part that is scrolled out of its container is not.
      if (around.width >= stageElement.clientWidth && around.height >= stageElement.clientHeight) break;
      left = Math.max(left, around.left);
      top = Math.max(top, around.top);
      right = Math.min(right, around.right);
      bottom = Math.min(bottom, around.bottom);
    }
    return { name: box.name, left, top, right, bottom };
  };
  const nameOf = (element: Element) =>
    (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40) || element.tagName;

  // A slider's thumb is tapped at its middle, so text may be close under the bar.
  const touched = (element: Element): Box => {
    const box = boxOf(element, element.matches("[data-sign]") ? "sign" : nameOf(element));
    return element.matches("input") ? { ...box, top: box.top + 12, bottom: box.bottom - 12 } : box;
  };
  const controls: Part[] = [...stageElement.querySelectorAll("button, a, input, [data-sign]")]
    .filter((element) => isSeen(element) && !element.matches("[data-surface]"))
    .map((element) => ({ element, box: clip(touched(element), element.parentElement) }))
    .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);

  // Every text node with its containing block.
  const blocks = new Map<Element, Box>();
  const walker = document.createTreeWalker(stageElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.textContent?.trim() || !isSeen(parent)) continue;
    let block: Element = parent;
    while (block.parentElement && getComputedStyle(block).display === "inline") block = block.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    const own = clip({ name: nameOf(block), left, top, right, bottom }, parent);
    if (own.right - own.left < 1 || own.bottom - own.top < 1) continue;
    const known = blocks.get(block);
    blocks.set(
      block,
      known
        ? {
            name: known.name,
            left: Math.min(known.left, own.left),
            top: Math.min(known.top, own.top),
            right: Math.max(known.right, own.right),
            bottom: Math.max(known.bottom, own.bottom),
          }
        : own,
    );
  }
  const parts = [...controls, ...[...blocks].map(([element, box]) => ({ element, box }))];

  const overlaps: string[] = [];
  parts.forEach((one, at) => {
    for (const other of parts.slice(at + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const { box: a } = one;
      const { box: b } = other;
      const meet =
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      if (meet) overlaps.push(`${a.name} × ${b.name}`);
    }
  });

  const stage = boxOf(stageElement, "stage");
  const frame = video.getBoundingClientRect();
  const ratio = video.videoWidth / video.videoHeight;
  const fit = getComputedStyle(video).objectFit;
  const width = fit === "contain" ? Math.min(frame.width, frame.height * ratio) : frame.width;
  const height = fit === "contain" ? Math.min(frame.height, frame.width / ratio) : frame.height;
  const left = frame.left + (frame.width - width) / 2;
  const top = frame.top + (frame.height - height) / 2;
  const shades = [...stageElement.querySelectorAll<HTMLElement>("[class*=shade-]")]
    .filter(isSeen)
    .map((shade) => shade.getBoundingClientRect());
  const area = (stage.right - stage.left) * (stage.bottom - stage.top);
  const captions = stageElement.querySelector("[data-captions]");
  return {
    viewport: { name: "viewport", left: 0, top: 0, right: innerWidth, bottom: innerHeight },
    stage,
    picture: { name: "picture", left, top, right: left + width, bottom: top + height },
    around: [...document.querySelectorAll("header, aside")]
      .filter(isSeen)
      .map((element) => boxOf(element, element.tagName.toLowerCase())),
    parts: parts.map(({ box }) => box),
    captions: captions && isSeen(captions) ? boxOf(captions, "captions") : null,
    overlaps,
    small: controls
      .filter(({ element }) => !element.matches("[data-sign]"))
      .filter(({ element }) => element.clientWidth < 43.5 || element.clientHeight < 43.5)
      .map(({ box }) => box.name),
    shaded: shades.reduce((sum, shade) => sum + shade.width * shade.height, 0) / area,
  };
}
