import type { RecordedCall, RecordingProxy } from "#platform/recording-proxy";
import type { Anonymiser } from "./anonymous.ts";
import type { SkippedStep, SmokeStep } from "./steps.ts";

/** The outcome of a step. */
export interface SmokeResult {
  gateway: string;
  step: string;
  result: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  reason: string | null;
  calls: RecordedStepCall[];
}

interface RecordedStepCall {
  method: string;
  path: string;
  status: number;
  answer: unknown;
}

/** The part of a run that concerns one gateway. */
export interface SmokePart {
  /** The gateway's name for people. */
  gateway: string;
  recorder: Pick<RecordingProxy, "calls">;
  steps: readonly (SmokeStep | SkippedStep)[];
}

/** Stripe's and PayPal's headers with the id of a request. */
const ID_HEADERS = ["request-id", "paypal-debug-id"];

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;

/** Runs the steps one after another and prints each with the gateway's id of its last request. */
export async function runSmokeSteps(
  { gateway, recorder, steps }: SmokePart,
  anonymiser: Anonymiser,
  say: (text: string) => void,
): Promise<SmokeResult[]> {
  const results: SmokeResult[] = [];
  for (const step of steps) {
    const from = recorder.calls.length;
    const { result, text } = await outcomeOf(step);
    const calls = recorder.calls.slice(from);
    const notes = [text, idOf(calls)].filter((note) => note !== null);
    const about = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
    say(`${marks[result]} ${gateway}: ${step.name}${about}`);
    const reason = result === "passed" ? null : text;
    const recorded = calls.map((call) => recordedCall(call, anonymiser));
    results.push({ gateway, step: step.name, result, reason, calls: recorded });
  }
  return results;
}

async function outcomeOf(
  step: SmokeStep | SkippedStep,
): Promise<{ result: SmokeResult["result"]; text: string | null }> {
  if ("skipped" in step) return { result: "skipped", text: `skipped: ${step.skipped}` };
  try {
    return { result: "passed", text: (await step.run()) ?? null };
  } catch (error) {
    return { result: "failed", text: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the gateway's own id of its last request, which its support asks for. */
function idOf(calls: readonly RecordedCall[]): string | null {
  const ids = calls.map(({ answerHeaders }) => ID_HEADERS.map((name) => answerHeaders[name]));
  return ids.flat().findLast((id) => typeof id === "string") ?? null;
}

function recordedCall(
  { method, path, query, status, answer }: RecordedCall,
  anonymiser: Anonymiser,
): RecordedStepCall {
  const asked = query === "" ? path : `${path}?${query}`;
  return { method, path: anonymiser.path(asked), status, answer: anonymiser.value(readJson(answer)) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
