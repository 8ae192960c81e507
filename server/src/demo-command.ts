/** `npm run demo -- --remove`: removes the demo catalogue from an installation. */
import { join } from "node:path";
import { commandMain, runIfStarted, say } from "#platform/command";
import { removeDemo } from "./demo.ts";

const main = commandMain({
  name: "demo",
  usage:
    "npm run demo                 rebuild the demo catalogue (needs ffmpeg and Chromium, takes long)\nnpm run demo -- --rendered   rebuild it from the rendered videos\nnpm run demo -- --remove     remove the demo series from this installation",
  options: { remove: { type: "boolean" } },
  faults: [],
  workOf({ values }) {
    if (!values.remove) return null;
    return async (context) => {
      const said = await removeDemo(context, join(import.meta.dirname, "../.."));
      return say(said.length > 0 ? said.join("\n") : "There are no demo series here.");
    };
  },
});
await runIfStarted(import.meta, main);
