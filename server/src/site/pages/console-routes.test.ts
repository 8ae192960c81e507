import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PageText } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeMember } from "#test/people";

let app: TestApp;
let editor: MadeOperator;
let other: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  other = await makeOperator(app, "owner");
});
afterAll(() => app.close());

const NAME = "serviceAgreement";
const query = (language: string) => `?name=${NAME}&language=${language}`;
const one = async (language = "en") => (await editor.call("GET", `/pages/one${query(language)}`)).info;
const change = (
  text: PageText | null,
  { version, who = editor, ...more }: { version: number; who?: MadeOperator } & Record<string, unknown>,
) => who.call("POST", "/pages", { name: NAME, language: "en", version, text, isNewVersion: false, ...more });
const read = async (language = "en") => {
  await app.notified();
  return (
    await app.http.inject({ url: `/api/page?name=${NAME}`, headers: { "accept-language": language } })
  ).json().info;
};
const rows = async (action: string) =>
  (await app.database.pool.query("select * from audit where action = $1 order by at, id", [action])).rows;

test("C11: the operator's own text is shown over ours in its language alone, can be compared, restored and removed", async () => {
  const before = await one();
  expect(before).toMatchObject({
    source: "usual",
    version: 0,
    own: null,
    date: "2026-11-20",
    isAgreed: true,
  });
  expect(before.usual.markdown).toContain("## ");
  const first = { title: "Rules of the tram", markdown: "Be kind on {{site}}.\n" };
  expect((await change(first, { version: 0 })).info).toMatchObject({
    date: "2026-11-20",
    page: { source: "own", own: first, version: 1, changedBy: editor.email },
  });
  expect(await read()).toMatchObject({
    title: "Rules of the tram",
    version: "2026-11-20",
    blocks: [{ type: "paragraph", text: [{ text: "Be kind on Cliffhanger." }] }],
  });
  expect((await read("de")).title).toBe("Nutzungsbedingungen");
  expect(await change({ ...first, title: "Mine" }, { version: 0, who: other })).toMatchObject({
    code: 409,
    reason: "changed_meanwhile",
    info: { by: editor.email },
  });
  await change({ ...first, title: "Second" }, { version: 1, who: other });
  const restored = await editor.call("POST", "/pages/restore", {
    name: NAME,
    language: "en",
    version: 2,
    restore: 1,
  });
  expect(restored.info).toMatchObject({ own: first, version: 3 });
  expect(restored.info.versions.map(({ cause, by }: { cause: string; by: string }) => [cause, by])).toEqual([
    ["restore", editor.email],
    ["change", other.email],
    ["change", editor.email],
  ]);
  expect((await change(null, { version: 3 })).info.page).toMatchObject({ source: "usual", own: null });
  expect((await read()).title).toBe("Terms of use");
  const changed = await rows("page.change");
  expect(changed.map(({ subject_id }) => subject_id)).toEqual(Array(3).fill(`${NAME}.en`));
  // The clock stands still, so they have no order of their own.
  expect(changed).toContainEqual(
    expect.objectContaining({
      actor: editor.id,
      after: expect.objectContaining({ title: "Rules of the tram" }),
    }),
  );
  expect(await rows("page.restore")).toMatchObject([{ actor: editor.id, before: { title: "Second" } }]);
  const support = await makeOperator(app, "support");
  expect((await support.call("GET", "/pages")).reason).toBe("not_permitted");
});

test("R51: a new version is what people agree to from then on; who agreed to an earlier one is counted before", async () => {
  await makeMember(app);
  const text = { title: "Rules", markdown: "Be very kind." };
  const { version } = await one();
  const ask = (more: object) => change(text, { version, ...more });
  expect((await ask({ dryRun: true })).info).toMatchObject({ date: "2026-11-20", mustAgree: 0 });
  const dry = (await ask({ dryRun: true, isNewVersion: true })).info;
  expect(dry.mustAgree).toBe(1);
  expect(dry.date > "2026-11-20").toBe(true);
  expect((await one()).version).toBe(version);
  expect((await ask({ isNewVersion: true })).info).toMatchObject({ date: dry.date, mustAgree: 1 });
  expect((await read()).version).toBe(dry.date);
  await makeMember(app);
  const { rows: agreed } = await app.database.pool.query(
    "select version from agreement where document = $1 order by version",
    [NAME],
  );
  expect(agreed.map((row) => row.version)).toEqual(["2026-11-20", dry.date]);
  // A second one on the same day is still a later one.
  const next = await change({ ...text, title: "Rules again" }, { version: version + 1, isNewVersion: true });
  expect(next.info.date > dry.date).toBe(true);
  expect(next.info.mustAgree).toBe(2);
  await change(null, { version: version + 2 });
});

test("C51 (T38): hostile Markdown and HTML are shown as words or refused with a sentence at their field", async () => {
  const { version } = await one();
  for (const markdown of [
    "[a](javascript:alert(1))",
    "[a](data:text/html,<script>1</script>)",
    "![a](https://evil.example/x.png)",
    "{{constructor}}",
    "# Too large",
    "",
  ])
    expect(await change({ title: "x", markdown }, { version })).toMatchObject({
      code: 400,
      errors: [{ field: "markdown", message: expect.any(String) }],
    });
  expect(await change({ title: "a\nb", markdown: "x" }, { version })).toMatchObject({
    errors: [{ field: "title" }],
  });
  const markdown = `<script>alert(1)</script>\n\n<img src=x onerror="alert(2)"> **bold**\n\n## </script><svg onload=alert(3)>`;
  const title = "</title><script>alert(4)</script>";
  const saved = await change({ title, markdown }, { version });
  expect(saved.code).toBe(200);
  expect((await read()).blocks[0]).toEqual({
    type: "paragraph",
    text: [{ text: "<script>alert(1)</script>" }],
  });
  await change(null, { version: version + 1 });
});

test("a file of the operator is shown instead of the text of the console, and the console says so", async () => {
  const folder = join(app.dataDir, "pages");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${NAME}.en.md`);
  await writeFile(file, "---\ntitle: From a file\nversion: 2026-11-25\n---\n\nHello.\n");
  try {
    const { version } = await one();
    const { page } = (await change({ title: "Typed", markdown: "Hello?" }, { version })).info;
    expect(page).toMatchObject({
      source: "file",
      own: { title: "Typed" },
      file: { title: "From a file", path: file },
    });
    expect((await read()).title).toBe("From a file");
  } finally {
    await rm(file);
  }
});
