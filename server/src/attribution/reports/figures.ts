import { networks, type PlayQuality, playErrors, type ReportEvent } from "@cliffhanger/contract";

/** The playback figures that are summed. `first_frame` and `error` have a detail. */
export type FigureName = "first_frame" | "exits" | "played_ms" | "rebuffer_ms" | "error";

/** An amount to add to one of a day's figures. */
export interface Figure {
  rendition: number;
  network: string;
  figure: FigureName;
  detail: string;
  amount: number;
}

/** Upper bounds of the first-frame buckets in milliseconds; the last bucket contains everything slower. */
export const FIRST_FRAME_BOUNDS = [
  ...[25, 50, 75, 100, 125, 150, 200, 250, 300, 350, 400, 500, 600, 700, 850, 1000, 1200, 1500],
  ...[2000, 2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 30_000, 60_000, 600_000],
];

/** The sizes that renditions are grouped by. */
const RENDITION_SIZES = [240, 360, 480, 540, 720, 1080, 1440, 2160];
/** A larger value is invalid: an episode lasts minutes. */
const MAX_DURATION_MS = 3_600_000;

/** Returns the playback figures of an event; empty for most events. */
export function figuresOf({ event, props = {} }: Pick<ReportEvent, "event" | "props">): Figure[] {
  const of = (figure: FigureName, detail: string, amount: number): Figure => ({
    rendition: renditionSizeOf(props.rendition),
    network: networks.find((word) => word === props.network) ?? "",
    figure,
    detail,
    amount,
  });
  if (event === "first_frame") return [of("first_frame", bucketOf(props.ttff), 1)];
  if (event === "exit_before_start") return [of("exits", "", 1)];
  if (event === "play_error") return [of("error", errorOf(props), 1)];
  if (event !== "play_end") return [];
  const played = durationOf(props.playedMs);
  const rebuffer = durationOf(props.rebufferMs);
  return [
    ...(played > 0 ? [of("played_ms", "", played)] : []),
    ...(rebuffer > 0 ? [of("rebuffer_ms", "", rebuffer)] : []),
  ];
}

/** Returns the size nearest to a rendition's shorter edge; 0 if unknown. */
function renditionSizeOf(edge = 0): number {
  if (edge === 0) return 0;
  const distance = (size: number) => Math.abs(size - edge);
  return RENDITION_SIZES.reduce((nearest, size) => (distance(size) < distance(nearest) ? size : nearest));
}

// A first frame without a measured time still counts as a start.
function bucketOf(ttff: number | undefined): string {
  return ttff === undefined ? "" : String(FIRST_FRAME_BOUNDS.find((bound) => ttff <= bound) ?? "");
}

function errorOf({ error }: PlayQuality): string {
  return playErrors.find((kind) => kind === error) ?? "other";
}

function durationOf(ms = 0): number {
  return Math.round(Math.min(ms, MAX_DURATION_MS));
}
