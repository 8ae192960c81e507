import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { afterEach, expect, test } from "vitest";
import { timeLimit } from "../../../tools/time-limit.ts";
import { coreSources } from "../../build/screens.ts";

const web = join(import.meta.dirname, "../..");
let folder: string | undefined;
afterEach(() => folder && rm(folder, { recursive: true, force: true }));

/** A copy of the web, in which home renders a new component with a class that nothing else has. */
async function webWithFixture(): Promise<string> {
  // Inside the web, so that its packages are found.
  folder = await mkdtemp(join(web, ".styles-"));
  const copy = join(folder, "web");
  for (const name of ["src", "build", "public", "index.html", "vite.config.ts", "package.json"])
    await cp(join(web, name), join(copy, name), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  const home = join(copy, "src/screens/home.tsx");
  const text = await readFile(home, "utf8");
  await writeFile(
    home,
    `import { Fixture } from "../features/catalogue/fixture.tsx";\n${text.replace("<h1 ", "<Fixture /><h1 ")}`,
  );
  await writeFile(
    join(copy, "src/features/catalogue/fixture.tsx"),
    'export const Fixture = () => <i className="mt-[1234.5px]" />;\n',
  );
  return copy;
}

test("H10: a new class of a component that home imports is in the first style sheet of a production build", {
  timeout: timeLimit(240),
}, async () => {
  const copy = await webWithFixture();
  expect(coreSources(join(copy, "src"))).toContain("features/catalogue/fixture.tsx");
  const outDir = join(copy, "dist/client");
  await build({
    root: copy,
    configFile: join(copy, "vite.config.ts"),
    logLevel: "error",
    mode: "production",
    build: { outDir, minify: false },
  });
  const assets = join(outDir, "assets");
  const sheets = (await readdir(assets)).filter((name) => name.endsWith(".css") && !name.startsWith("full-"));
  expect(sheets).toHaveLength(1);
  expect(await readFile(join(assets, sheets[0] ?? ""), "utf8")).toContain("1234.5px");
});

test("H10: the first style sheet has the parts that home opens, and not the screens that come with all classes", () => {
  const sources = coreSources(join(web, "src"));
  for (const path of ["screens/home.tsx", "ui/drawer.tsx", "features/attribution/consent-banner.tsx"])
    expect(sources).toContain(path);
  expect(sources).not.toContain("screens/watch.tsx");
});
