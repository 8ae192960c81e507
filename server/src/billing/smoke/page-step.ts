import type { Envelope, Order, PlanList, User } from "@cliffhanger/contract";
import { parseSetCookie } from "cookie";
import { sendRequest } from "#platform/http-client";
import { randomWord } from "#platform/ids";
import { visitPage } from "./browser.ts";
import { expect, SmokeFault, type SmokeStep } from "./steps.ts";

/** What the step with a browser needs. */
export interface PageSmoke {
  /** The address of the running site. */
  origin: string;
  /** The script of the card form. */
  scriptUrl: string;
  /** The program of a Chromium. */
  executable: string;
}

const FORM_MS = 30_000;
/** Stripe's script loads further parts after its fields. */
const REST_MS = 5_000;
const ANSWER_MS = 20_000;

/** Returns the step that opens the card form with the gateway's own script and fails on anything that its policy blocks. */
export function cardPageStep({ origin, scriptUrl, executable }: PageSmoke): SmokeStep {
  return {
    name: "card form under our content security policy",
    async run() {
      const visitor = openVisitor(origin);
      const password = randomWord(20);
      const email = `smoke-${randomWord(8).toLowerCase()}@example.com`;
      await visitor.call<User>("GET", "/api/user");
      const account = { email, password, repeatPassword: password, agree: true };
      await visitor.call("POST", "/api/user/register", account);
      try {
        const orderId = await orderPlan(visitor);
        const { hasFrame, violations } = await visitPage(executable, {
          url: new URL(`/order/easy?order=${orderId}`, origin),
          cookie: { name: "sid", value: visitor.sid() },
          frameOrigin: new URL(scriptUrl).origin,
          waitMs: FORM_MS,
          restMs: REST_MS,
        });
        const blocked = violations.map(({ directive, blocked: what }) => `${directive} blocked ${what}`);
        expect(violations.length === 0, blocked.join(", "));
        expect(hasFrame, "the card form did not appear");
        return "0 violations";
      } finally {
        await visitor.call("POST", "/api/user/delete", { password });
      }
    },
  };
}

async function orderPlan({ call }: Visitor): Promise<string> {
  const { plans, consent } = await call<PlanList>("GET", "/api/plan");
  expect(plans.length > 0, "no plan is on sale; add one by npm run plan");
  const { order } = await call<{ order: Order }>("POST", "/api/payment/order", {
    kind: "subscribe",
    planId: plans[0]?.id,
    method: "card",
    clientToken: randomWord(16),
    consent: { version: consent.version, accepted: true },
  });
  return order.id;
}

/** A visitor of the running site, for an account that is deleted again. */
interface Visitor {
  call<T>(method: "GET" | "POST", path: string, body?: object): Promise<T>;
  /** The value of the session's cookie. */
  sid(): string;
}

function openVisitor(origin: string): Visitor {
  let sid = "";
  return {
    sid: () => sid,
    async call<T>(method: "GET" | "POST", path: string, body?: object): Promise<T> {
      const init = {
        method,
        headers: {
          ...(sid === "" ? {} : { cookie: `sid=${sid}` }),
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      };
      const answer = await sendRequest(new URL(path, origin), init, { timeoutMs: ANSWER_MS });
      for (const set of answer.headers.getSetCookie().map((one) => parseSetCookie(one)))
        if (set.name === "sid") sid = set.value ?? "";
      const { code, info, reason } = JSON.parse(answer.text) as Envelope & { info: T };
      if (code !== 200) throw new SmokeFault(`the running site refused ${method} ${path}: ${reason ?? code}`);
      return info;
    },
  };
}
