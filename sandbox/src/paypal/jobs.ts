import { endApproval } from "./approval.ts";
import { settleCapture } from "./capture.ts";
import type { Job } from "./plans.ts";
import type { Capture, World } from "./state.ts";
import { establishToken } from "./vault.ts";

/** Runs what is due, the earliest first. */
export function runDue(world: World): void {
  const due = world.store
    .list<Job>("job")
    .filter(({ at }) => at <= world.clock.now())
    .sort((one, other) => one.at - other.at);
  for (const job of due) {
    world.store.together(() => {
      world.store.remove("job", job.id);
      if (job.kind === "approval-ends") endApproval(world, job.about);
      else if (job.kind === "vault") establishToken(world, job.about);
      else if (isPending(world, job.about)) settleCapture(world, job.about, "COMPLETED");
    });
  }
}

function isPending({ store }: World, captureId: string): boolean {
  return store.get<Capture>("capture", captureId)?.status === "PENDING";
}
