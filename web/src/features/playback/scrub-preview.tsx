import { formatClock } from "../../lib/format.ts";
import { type Frame, frameAt } from "./storyboard.ts";

interface ScrubPreviewProps {
  frames: readonly Frame[];
  time: number;
  /** The position along the bar, in percent. */
  share: number;
}

/** Renders the thumbnail of a moment above the pointer's position on the bar; it stays within the screen. */
export function ScrubPreview({ frames, time, share }: ScrubPreviewProps) {
  const frame = frameAt(frames, time);
  const half = (frame?.width ?? 48) / 2;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 -translate-x-1/2"
      style={{ left: `clamp(${half}px, ${share}%, calc(100% - ${half}px))` }}
    >
      {frame ? (
        <span
          className="block rounded-md border border-white/25 bg-black shadow-[0_4px_20px_rgb(0_0_0/0.5)]"
          style={{
            width: frame.width,
            height: frame.height,
            backgroundImage: `url("${frame.url}")`,
            backgroundPosition: `-${frame.x}px -${frame.y}px`,
          }}
        />
      ) : null}
      <span className="tabular mx-auto mt-1.5 block w-max rounded-full bg-black/70 px-2.5 py-0.5 text-center text-sm font-semibold">
        {formatClock(time)}
      </span>
    </span>
  );
}
