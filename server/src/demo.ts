import { join } from "node:path";
import { findBundles, importBundle } from "#media";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Log } from "#platform/log";
import type { MediaStore } from "#platform/storage";

/** Takes in the demo catalogue that comes with the software; what is there already stays as it is. */
export async function loadDemo(
  context: { db: Db; clock: Clock; store: MediaStore; log: Log },
  root: string,
): Promise<void> {
  for (const folder of await findBundles(join(root, "demo/catalogue"))) {
    const { imported } = await importBundle(context, folder);
    if (imported) context.log.info({ folder }, "Took in a demo series");
  }
}
