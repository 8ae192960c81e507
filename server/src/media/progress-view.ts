import { plainText } from "#platform/terminal";
import type { EncodeProgress } from "./encode.ts";
import { openTotal, type Total } from "./progress-total.ts";

/** Progress of one file. */
export interface FileProgress {
  name: string;
  state: "queued" | "encoding" | "ready" | "failed";
  progress: EncodeProgress | null;
  /** Size of the source, its weight in the total. */
  bytes: number;
}

/** Shows the progress of an ingest: bars on a terminal, plain lines elsewhere. */
export interface ProgressView {
  show(files: readonly FileProgress[]): void;
  /** Prints a sentence that stays. */
  say(text: string): void;
  /** Removes the bars. */
  end(): void;
}

const BAR_WIDTH = 24;
const NAME_WIDTH = 34;
const MAX_ROWS = 12;
const LINE_STEP = 25;
const DEFAULT_COLUMNS = 80;

/** The parts of standard output that the view uses. */
type Output = Pick<NodeJS.WriteStream, "isTTY"> &
  Partial<Pick<NodeJS.WriteStream, "columns">> & { write(text: string): boolean };

/** Opens the view that suits the output. */
export function openProgressView(out: Output, now: () => number = () => performance.now()): ProgressView {
  const total = openTotal(now);
  const sum = (files: readonly FileProgress[]) =>
    total(files.map((file) => ({ bytes: Math.max(1, file.bytes), percent: percentOf(file) })));
  return out.isTTY ? barView(out, sum) : lineView(out, sum);
}

type Sum = (files: readonly FileProgress[]) => Total;

function barView(out: Output, sum: Sum): ProgressView {
  let renderedRows = 0;
  const clear = () => {
    if (renderedRows > 0) out.write(`\x1b[${renderedRows}A\x1b[J`);
    renderedRows = 0;
  };
  let last: readonly FileProgress[] = [];
  const render = () => {
    const width = (out.columns || DEFAULT_COLUMNS) - 1;
    const rows = barRows(last, sum(last)).map((row) => row.slice(0, width));
    clear();
    out.write(rows.map((row) => `${row}\n`).join(""));
    renderedRows = rows.length;
  };
  return {
    show(files) {
      last = files;
      render();
    },
    say(text) {
      clear();
      out.write(`${plainText(text, { lines: true })}\n`);
      if (last.length > 0) render();
    },
    end() {
      clear();
      last = [];
    },
  };
}

/** Returns the rows of the view: what is being encoded, then what waits. Finished files are only counted. */
export function barRows(files: readonly FileProgress[], total: Total): string[] {
  const order = { encoding: 0, failed: 1, queued: 2, ready: 3 };
  const shown = files
    .filter((file) => file.state !== "ready")
    .toSorted((a, b) => order[a.state] - order[b.state]);
  const rows = shown.slice(0, MAX_ROWS).map(fileRow);
  if (shown.length > MAX_ROWS) rows.push(`  … and ${shown.length - MAX_ROWS} more`);
  return [...rows, `${"in all".padEnd(NAME_WIDTH)} ${bar(total.percent)} ${count(files)}${left(total)}`];
}

function count(files: readonly FileProgress[]): string {
  const done = files.filter((file) => file.state === "ready" || file.state === "failed").length;
  return `${done} of ${files.length} files`;
}

function left({ secondsLeft }: Pick<Total, "secondsLeft">): string {
  return secondsLeft === null ? "" : `, ${clockTime(secondsLeft)} left`;
}

function fileRow(file: FileProgress): string {
  const plain = plainText(file.name);
  const name = plain.length > NAME_WIDTH ? `…${plain.slice(1 - NAME_WIDTH)}` : plain.padEnd(NAME_WIDTH);
  if (file.state === "failed") return `${name} could not be prepared`;
  if (!file.progress) return `${name} ${bar(0)} ${file.state === "queued" ? "waits" : "starts"}`;
  return `${name} ${bar(percentOf(file))} ${detail(file.progress)}`;
}

function detail(progress: EncodeProgress): string {
  return `${Math.floor(progress.percent)} % at ${progress.speed.toFixed(1)}×${left(progress)}`;
}

function bar(percent: number): string {
  const full = Math.round((percent / 100) * BAR_WIDTH);
  return `${"█".repeat(full)}${"░".repeat(BAR_WIDTH - full)}`;
}

function percentOf(file: FileProgress): number {
  return file.state === "ready" || file.state === "failed" ? 100 : (file.progress?.percent ?? 0);
}

/** Formats minutes and seconds as `1:05`. */
export function clockTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function lineView(out: Output, sum: Sum): ProgressView {
  const printed = new Map<string, string>();
  return {
    show(files) {
      const total = sum(files);
      for (const file of files) {
        const step = Math.floor((file.progress?.percent ?? 0) / LINE_STEP) * LINE_STEP;
        const stage = file.state === "encoding" ? `encoding ${step}` : file.state;
        if (printed.get(file.name) === stage || file.state === "queued") continue;
        printed.set(file.name, stage);
        const text =
          file.state === "encoding" && file.progress ? detail(file.progress) : stateTexts[file.state];
        const isDone = file.state === "ready" || file.state === "failed";
        const all = isDone && files.length > 1 ? ` (${count(files)}${left(total)})` : "";
        out.write(`${plainText(file.name)}: ${text}${all}\n`);
      }
    },
    say: (text) => void out.write(`${plainText(text, { lines: true })}\n`),
    end: () => undefined,
  };
}

const stateTexts = { queued: "waits", encoding: "starts", ready: "ready", failed: "could not be prepared" };
