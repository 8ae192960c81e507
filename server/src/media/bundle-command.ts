/** `npm run bundle -- export|import FOLDER`: moves encoded series from one installation to another. */
import { join } from "node:path";
import { findCards, listPage, slugOf, textIn } from "#catalogue";
import { commandMain, pathOfPerson, runIfStarted, say } from "#platform/command";
import { recordFiles } from "#platform/db/media-files";
import { claimStore } from "#platform/db/media-marker";
import { openStore } from "#platform/store/open-store";
import { type BundleContext, exportBundle, importBundle } from "./bundle.ts";
import { findBundles } from "./bundle-folder.ts";
import { USAGE } from "./bundle-usage.ts";
import { MediaError } from "./confine.ts";

/** Above any catalogue that is moved by hand. */
const MAX_SERIES = 10_000;

async function exportAll(context: BundleContext, folder: string): Promise<void> {
  const slice = { offset: 0, limit: MAX_SERIES };
  const { series: listed } = await listPage(context.db, { type: "all" }, "newest", slice);
  const series = await findCards(
    context.db,
    listed.map(({ id }) => id),
  );
  for (const { id, title } of series) {
    const target = join(folder, slugOf(textIn(title, "en")) || id);
    const { episodes } = await exportBundle(context, id, target);
    say(`${target}: ${episodes.length} episodes`);
  }
  if (series.length === 0) say("There is no series to export yet.");
}

async function importAll(context: BundleContext, folder: string): Promise<void> {
  for (const bundle of await findBundles(folder)) {
    const { imported } = await importBundle(context, bundle, { restore: true });
    say(`${bundle}: ${imported ? "imported" : "already imported"}`);
  }
}

const main = commandMain({
  name: "bundle",
  usage: USAGE,
  faults: [MediaError],
  statementTimeoutMs: 0,
  workOf({ positionals: [verb, path, ...rest] }) {
    if ((verb !== "export" && verb !== "import") || !path || rest.length > 0) return null;
    return async ({ db, clock, config, by }) => {
      const store = recordFiles(await openStore(config), db);
      await claimStore(db, store);
      const context = { db, clock, by, store };
      await (verb === "export" ? exportAll : importAll)(context, pathOfPerson(path));
    };
  },
});
await runIfStarted(import.meta, main);
