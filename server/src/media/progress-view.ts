import type { EncodeProgress } from "./encode.ts";

/** One file's line. */
export interface FileProgress {
  name: string;
  state: "queued" | "encoding" | "ready" | "failed";
  progress: EncodeProgress | null;
}

/** Shows how far an ingest is: bars on a terminal, plain lines elsewhere. */
export interface ProgressView {
  show(files: readonly FileProgress[]): void;
  /** A sentence that stays. */
  say(text: string): void;
  end(): void;
}

const BAR_WIDTH = 24;
const NAME_WIDTH = 34;
const MOST_ROWS = 12;
const LINE_STEP = 25;

/** @param out standard output, or what stands for it */
export function openProgressView(out: NodeJS.WriteStream): ProgressView {
  return out.isTTY ? barView(out) : lineView(out);
}

function barView(out: NodeJS.WriteStream): ProgressView {
  let drawn = 0;
  const clear = () => {
    if (drawn > 0) out.write(`\x1b[${drawn}A\x1b[J`);
    drawn = 0;
  };
  let last: readonly FileProgress[] = [];
  const draw = () => {
    const width = Math.max(40, out.columns ?? 80) - 1;
    const rows = barRows(last).map((row) => row.slice(0, width));
    clear();
    out.write(rows.map((row) => `${row}\n`).join(""));
    drawn = rows.length;
  };
  return {
    show(files) {
      last = files;
      draw();
    },
    say(text) {
      clear();
      out.write(`${text}\n`);
      if (last.length > 0) draw();
    },
    end: () => undefined,
  };
}

/** What is being done stands first, then what waits; what is done is only counted. */
export function barRows(files: readonly FileProgress[]): string[] {
  const order = { encoding: 0, failed: 1, queued: 2, ready: 3 };
  const shown = files.filter((file) => file.state !== "ready").toSorted((a, b) => order[a.state] - order[b.state]);
  const rows = shown.slice(0, MOST_ROWS).map(fileRow);
  if (shown.length > MOST_ROWS) rows.push(`  … and ${shown.length - MOST_ROWS} more`);
  const done = files.filter((file) => file.state === "ready" || file.state === "failed").length;
  const part = files.reduce((sum, file) => sum + percentOf(file), 0) / Math.max(1, files.length);
  return [...rows, `${"in all".padEnd(NAME_WIDTH)} ${bar(part)} ${done} of ${files.length} files`];
}

function fileRow(file: FileProgress): string {
  const name = file.name.length > NAME_WIDTH ? `…${file.name.slice(1 - NAME_WIDTH)}` : file.name.padEnd(NAME_WIDTH);
  if (file.state === "failed") return `${name} could not be prepared`;
  if (!file.progress) return `${name} ${bar(0)} ${file.state === "queued" ? "waits" : "starts"}`;
  return `${name} ${bar(percentOf(file))} ${detail(file.progress)}`;
}

function detail({ percent, speed, secondsLeft }: EncodeProgress): string {
  const left = secondsLeft === null ? "" : `, ${clockTime(secondsLeft)} left`;
  return `${Math.floor(percent)} % at ${speed.toFixed(1)}×${left}`;
}

function bar(percent: number): string {
  const full = Math.round((percent / 100) * BAR_WIDTH);
  return `${"█".repeat(full)}${"░".repeat(BAR_WIDTH - full)}`;
}

function percentOf(file: FileProgress): number {
  return file.state === "ready" || file.state === "failed" ? 100 : (file.progress?.percent ?? 0);
}

function clockTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function lineView(out: NodeJS.WriteStream): ProgressView {
  const said = new Map<string, string>();
  return {
    show(files) {
      for (const file of files) {
        const step = Math.floor((file.progress?.percent ?? 0) / LINE_STEP) * LINE_STEP;
        const stage = file.state === "encoding" ? `encoding ${step}` : file.state;
        if (said.get(file.name) === stage || file.state === "queued") continue;
        said.set(file.name, stage);
        out.write(`${file.name}: ${file.state === "encoding" && file.progress ? detail(file.progress) : words[file.state]}\n`);
      }
    },
    say: (text) => void out.write(`${text}\n`),
    end: () => undefined,
  };
}

const words = { queued: "waits", encoding: "starts", ready: "ready", failed: "could not be prepared" };
