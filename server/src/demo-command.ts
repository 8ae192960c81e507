/** `npm run demo -- --remove`: takes the demo catalogue out of an installation. */
import { join } from "node:path";
import { commandMain, runIfStarted, say } from "#platform/command";
import { removeDemo } from "./demo.ts";

const main = commandMain({
  name: "demo",
  usage:
    "npm run demo                 makes the demo films anew (needs ffmpeg and Chromium, takes long)\nnpm run demo -- --rendered   with the films that are there\nnpm run demo -- --remove     takes the demo series out of this installation",
  options: { remove: { type: "boolean" } },
  faults: [],
  workOf({ values }) {
    if (!values.remove) return null;
    return async ({ db, clock }) => {
      const said = await removeDemo(db, clock, join(import.meta.dirname, "../.."));
      return say(said.length > 0 ? said.join("\n") : "There is no demo series here.");
    };
  },
});
await runIfStarted(import.meta, main);
