import type { PriceGateways } from "#billing";
import type { UploadFiles } from "#media";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Jobs } from "#platform/jobs";
import type { NameOf } from "../naming/name-of.ts";

/** What the calls of series and uploads need. */
export interface SeriesRoutes {
  db: Db;
  clock: Clock;
  jobs: () => Promise<Jobs>;
  /** Where the files of uploads are kept while they arrive. */
  uploads: UploadFiles;
  nameOf: NameOf;
  /** What a price has to fit. */
  gateways: PriceGateways;
}
