import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const module = pathToFileURL(join(import.meta.dirname, "log.ts")).href;

/** Returns what a log writes in a separate process. */
function logged(pretty: boolean): string {
  const code = `
    import { openLog } from ${JSON.stringify(module)};
    const evil = "a\\u001b[2J\\u009b\\u202eb";
    const error = new Error(evil, { cause: evil });
    openLog({ pretty: ${pretty} }).warn({ name: evil, nested: { name: evil }, err: error }, evil);`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }).stdout;
}

describe("the log", () => {
  it.each([false, true])(
    "sends no control characters of logged text to the terminal, pretty: %s",
    (pretty) => {
      const text = logged(pretty);
      expect(text).toContain("b");
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    },
  );
});
