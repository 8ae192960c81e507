import { randomUUID } from "node:crypto";
import type { World } from "./state.ts";

/** What PayPal does by itself when its time comes. */
export interface Job {
  id: string;
  at: number;
  kind: "approval-ends" | "vault" | "capture-settles";
  /** The order or the capture. */
  about: string;
}

/** Puts something on PayPal's own list for later. */
export function later(world: World, kind: Job["kind"], about: string, seconds: number): void {
  const job: Job = { id: randomUUID(), at: world.clock.now() + seconds * 1000, kind, about };
  world.store.put("job", job.id, job, about);
}

/** Takes everything off the list that is about something. */
export function neverMind(world: World, about: string, kind: Job["kind"]): void {
  for (const job of world.store.list<Job>("job", { under: about }))
    if (job.kind === kind) world.store.remove("job", job.id);
}

/** A wish of somebody at the control page: how the next captures or refunds turn out. */
export interface Plan {
  id: string;
  of: "create" | "capture" | "merchant-initiated" | "refund";
  /** The status to have, or the issue to be refused with. */
  outcome: string;
  reason: string | null;
  left: number;
}

/** The plan for this capture or refund, which is used up by it. */
export function takePlan(world: World, ...of: Plan["of"][]): Plan | undefined {
  const plan = world.store.list<Plan>("plan").find((one) => of.includes(one.of));
  if (!plan) return undefined;
  if (plan.left > 1) world.store.put("plan", plan.id, { ...plan, left: plan.left - 1 });
  else world.store.remove("plan", plan.id);
  return plan;
}
