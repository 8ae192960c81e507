import { expect, test } from "vitest";
import type { RecordedCall } from "#platform/recording-proxy";
import { openAnonymiser } from "./anonymous.ts";
import { runSmokeSteps } from "./run.ts";
import { given, expect as require, type SkippedStep, type SmokeStep } from "./steps.ts";

const call = (path: string, id: string): RecordedCall => ({
  method: "GET",
  path,
  query: "",
  headers: {},
  body: "",
  status: 200,
  answer: '{"status":"succeeded","email":"ada@example.com"}',
  answerHeaders: { "request-id": id },
});

test("case 88: a step that fails is told as failed with its reason and the gateway's id, and the steps after it run", async () => {
  const calls: RecordedCall[] = [];
  let sale: string | undefined;
  const steps: (SmokeStep | SkippedStep)[] = [
    {
      name: "a sale",
      run: async () => {
        calls.push(call("/v1/first", "req_1"), call("/v1/second", "req_2"));
        require(calls.length > 2, "the payment is declined, not succeeded");
        sale = "paid";
        return sale;
      },
    },
    { name: "its refund", run: async () => `of ${given(sale, "a sale")}` },
    { name: "a dispute", skipped: "no browser" },
    {
      name: "a saved card",
      run: async () => {
        calls.push(call("/v1/third", "req_3"));
        return "visa";
      },
    },
  ];
  const lines: string[] = [];
  const results = await runSmokeSteps(
    { gateway: "Stripe", recorder: { calls }, steps },
    openAnonymiser(),
    (text) => lines.push(text),
  );
  expect(lines).toEqual([
    "✗ Stripe: a sale (the payment is declined, not succeeded; req_2)",
    '✗ Stripe: its refund (needs the step "a sale", which failed)',
    "– Stripe: a dispute (skipped: no browser)",
    "✓ Stripe: a saved card (visa; req_3)",
  ]);
  expect(results.map(({ result, reason }) => [result, reason])).toEqual([
    ["failed", "the payment is declined, not succeeded"],
    ["failed", 'needs the step "a sale", which failed'],
    ["skipped", "skipped: no browser"],
    ["passed", null],
  ]);
  // Each step has its own calls, without people.
  expect(results.map((one) => one.calls.length)).toEqual([2, 0, 0, 1]);
  expect(results[3]?.calls).toMatchObject([
    { method: "GET", status: 200, answer: { status: "succeeded", email: "(left out)" } },
  ]);
});
