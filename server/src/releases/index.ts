export {
  cancelDrop,
  endPlan,
  holdReleases,
  moveDrop,
  type PlanInput,
  planSeries,
  type Releasing,
  releaseNow,
  setRelease,
  TAKE_BACK_MS,
} from "./change.ts";
export { type DescribedDrop, describeDrops, sayLate } from "./describe.ts";
export type { PlannedDrop } from "./drops.ts";
export type { Lack } from "./order.ts";
export { planTask, releaseTask } from "./release.ts";
export { ReleaseError } from "./release-error.ts";
export {
  type DropRow,
  findPlan,
  listBlocked,
  listDrops,
  listNextDrops,
  listOpenDrops,
  listUpcoming,
} from "./repository.ts";
export { type Moment, momentOf } from "./times.ts";
