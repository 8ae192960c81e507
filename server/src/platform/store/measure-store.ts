import { CALL_BUCKETS, type Meters } from "../meters.ts";
import { type MediaStore, storeFaults, storeOperations } from "../storage.ts";

/** Measures the calls to a bucket. A file store makes none, and has no values. */
export function measureStore(meters: Meters, store: MediaStore): void {
  const op = new Set<string>(storeOperations);
  const seconds = meters.histogram({
    name: "store_request_seconds",
    help: "Time of a call to the media bucket, until its answer was read",
    role: "both",
    labels: { op },
    buckets: CALL_BUCKETS,
  });
  const failed = meters.counter({
    name: "store_errors_total",
    help: "Calls to the media bucket that failed, by how",
    role: "both",
    labels: { op, class: new Set<string>(storeFaults) },
  });
  store.observe(({ op: asked, fault }, took) => {
    if (fault === null) seconds({ op: asked }, took);
    else failed({ op: asked, class: fault });
  });
}
