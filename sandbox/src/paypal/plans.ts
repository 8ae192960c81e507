import { randomUUID } from "node:crypto";
import type { World } from "./state.ts";

/** A delayed action of PayPal. */
export interface Job {
  id: string;
  at: number;
  kind: "approval-ends" | "vault" | "capture-settles";
  /** The order or the capture. */
  about: string;
}

/** Schedules an action of PayPal. */
export function later(world: World, kind: Job["kind"], about: string, seconds: number): void {
  const job: Job = { id: randomUUID(), at: world.clock.now() + seconds * 1000, kind, about };
  world.store.put("job", job.id, job, about);
}

/** Cancels all scheduled actions on something. */
export function cancelScheduled(world: World, about: string, kind: Job["kind"]): void {
  for (const job of world.store.list<Job>("job", { under: about }))
    if (job.kind === kind) world.store.remove("job", job.id);
}

/** A plan from the control page: the outcome of the next captures or refunds. */
export interface Plan {
  id: string;
  of: "create" | "capture" | "merchant-initiated" | "refund";
  /** The resulting status, or the issue of the refusal. */
  outcome: string;
  reason: string | null;
  left: number;
}

/** Returns the plan for this capture or refund and counts it as used. */
export function takePlan(world: World, ...of: Plan["of"][]): Plan | undefined {
  const plan = world.store.list<Plan>("plan").find((one) => of.includes(one.of));
  if (!plan) return undefined;
  if (plan.left > 1) world.store.put("plan", plan.id, { ...plan, left: plan.left - 1 });
  else world.store.remove("plan", plan.id);
  return plan;
}
