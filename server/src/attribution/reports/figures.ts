import { networks, type PlayQuality, playErrors, type ReportEvent } from "@cliffhanger/contract";

/** What is added up of playing: `first_frame` and `error` with a detail, the others without. */
export type FigureName = "first_frame" | "exits" | "played_ms" | "rebuffer_ms" | "error";

/** A number to add to one of a day's figures. */
export interface Figure {
  rendition: number;
  network: string;
  figure: FigureName;
  detail: string;
  amount: number;
}

/** Where the buckets of the first frame's time end, in milliseconds; the last has all that took longer. */
export const firstFrameBounds = [
  ...[25, 50, 75, 100, 125, 150, 200, 250, 300, 350, 400, 500, 600, 700, 850, 1000, 1200, 1500],
  ...[2000, 2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 30_000, 60_000, 600_000],
];

/** What renditions are told apart by. */
const rungs = [240, 360, 480, 540, 720, 1080, 1440, 2160];
/** More than this of one report is a mistake, or made up: an episode lasts minutes. */
const LONGEST_MS = 3_600_000;

/** What an event says of how playing went; most say nothing. */
export function figuresOf({ event, props = {} }: Pick<ReportEvent, "event" | "props">): Figure[] {
  const of = (figure: FigureName, detail: string, amount: number): Figure => ({
    rendition: rungOf(props.rendition),
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

/** The nearest rung of a rendition's shorter edge; 0 where it is not known. */
function rungOf(edge = 0): number {
  if (edge === 0) return 0;
  const distance = (rung: number) => Math.abs(rung - edge);
  return rungs.reduce((nearest, rung) => (distance(rung) < distance(nearest) ? rung : nearest));
}

// A first frame of which nobody knows how long it took is a start all the same.
function bucketOf(ttff: number | undefined): string {
  return ttff === undefined ? "" : String(firstFrameBounds.find((bound) => ttff <= bound) ?? "");
}

function errorOf({ error }: PlayQuality): string {
  return playErrors.find((kind) => kind === error) ?? "other";
}

function durationOf(ms = 0): number {
  return Math.round(Math.min(ms, LONGEST_MS));
}
