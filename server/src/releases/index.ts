export {
  cancelDrop,
  holdReleases,
  MAX_PER_TIME,
  moveDrop,
  type PlanInput,
  type PlannedDrop,
  planSeries,
  type Releasing,
  releaseNow,
  setRelease,
  TAKE_BACK_MS,
} from "./change.ts";
export { type DescribedDrop, describeDrops, sayLate, sentenceOfLack } from "./describe.ts";
export { type Lack, lackOf } from "./order.ts";
export { planTask, releaseTask } from "./release.ts";
export { ReleaseError } from "./release-error.ts";
export { type DropRow, findDrop, findPlan, listBlocked, listDrops, listUpcoming } from "./repository.ts";
export { localTimeOf, type Moment, momentOf, parseMoment, parseZone } from "./times.ts";
