import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type InformationPage, languages, pageNames, type Site } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "#platform/log";
import { type TestApp, testApp } from "#test/app";
import { actingOn } from "#test/unaudited";
import { setSettings } from "../settings.ts";
import { openInformationPages } from "./information.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-pages-"));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const site = {
  name: "Night Tram",
  seller: { name: "", address: "", email: "" },
} as Site;

async function ask(name: string, language = "en") {
  const answer = await app.http.inject({
    url: `/api/page?name=${name}`,
    headers: { "accept-language": language },
  });
  return { answer, page: answer.json().info as InformationPage };
}

test.each(pageNames)(
  "R26: GET /api/page answers %s in the requested language, public and with an ETag",
  async (name) => {
    const titles = new Set<string>();
    for (const language of languages) {
      const { answer, page } = await ask(name, language);
      expect(answer.statusCode).toBe(200);
      expect(page).toMatchObject({ name, language, version: "2026-11-20" });
      expect(page.blocks.length).toBeGreaterThan(1);
      titles.add(page.title);
      expect(answer.headers["cache-control"]).toBe("public, no-cache");
      const etag = answer.headers.etag as string;
      const again = await app.http.inject({
        url: `/api/page?name=${name}`,
        headers: { "accept-language": language, "if-none-match": etag },
      });
      expect(again.statusCode).toBe(304);
    }
    expect(titles.size).toBeGreaterThan(1);
  },
);

test("R26: an unknown page is an invalid request", async () => {
  for (const name of ["", "__proto__", "../privacyPolicy.en", "imprint"]) {
    const { answer } = await ask(encodeURIComponent(name));
    expect(answer.statusCode).toBe(400);
  }
});

test("R26: the operator's name and address come from the settings, and change at once with them", async () => {
  const text = async () => JSON.stringify((await ask("privacyPolicy", "de")).page.blocks);
  expect(await text()).toContain("der Betreiber dieser Website");
  await setSettings({ ...actingOn(app), store: app.store }, [
    ["name", "Night Tram"],
    ["sellerName", "Night Tram Films Ltd"],
    ["sellerAddress", "12 Mill Lane, Leeds"],
    ["sellerEmail", "hello@nighttram.example"],
  ]);
  await expect.poll(text).toContain("Night Tram Films Ltd, 12 Mill Lane, Leeds");
  expect(await text()).toContain('"href":"mailto:hello@nighttram.example"');
  expect(await text()).not.toContain("der Betreiber dieser Website");
});

const own = (version: string, text: string) =>
  `---\ntitle: Site rules\nversion: ${version}\n---\n\n${text}\n`;

test("R26: the operator's text replaces the default one, and agreements name its version", async () => {
  const log = openLog({ level: "silent", pretty: false });
  await mkdir(join(folder, "own"), { recursive: true });
  const pages = await openInformationPages({
    folder: join(folder, "own"),
    publicOrigin: "https://tram.example",
    log,
  });
  expect((await pages.read("serviceAgreement", "en", site)).title).toBe("Terms of use");
  expect(pages.versions().serviceAgreement).toBe("2026-11-20");
  await writeFile(join(folder, "own/serviceAgreement.en.md"), own("2025-01-31", "Be kind on {{origin}}."));
  expect((await pages.read("serviceAgreement", "en", site)).title).toBe("Terms of use");
  pages.forget();
  expect(await pages.read("serviceAgreement", "en", site)).toEqual({
    name: "serviceAgreement",
    language: "en",
    title: "Site rules",
    version: "2025-01-31",
    blocks: [{ type: "paragraph", text: [{ text: "Be kind on https://tram.example." }] }],
  });
  expect((await pages.read("serviceAgreement", "de", site)).title).toBe("Nutzungsbedingungen");
  expect(pages.versions()).toMatchObject({ serviceAgreement: "2025-01-31", privacyPolicy: "2026-11-20" });
});

test.each([
  ["without a head", "Just words", "does not begin with title and version"],
  ["with a table", own("2026-01-01", "| a | b |\n| - | - |\n| c | d |"), "is a table"],
  ["with an unknown placeholder", own("2026-01-01", "Call {{phone}}."), "{{phone}} is no placeholder"],
  ["with a script for a link", own("2026-01-01", "[a](javascript:alert)"), "leads neither"],
])(
  "R26: an operator's text %s is logged with its file, and the default one is shown",
  async (_, text, words) => {
    const logged: string[] = [];
    const log = openLog({ level: "silent", pretty: false });
    log.error = (entry: string) => void logged.push(entry);
    await writeFile(join(folder, "contactUs.fr.md"), text);
    const pages = await openInformationPages({ folder, publicOrigin: null, log });
    expect((await pages.read("contactUs", "fr", site)).title).toBe("Nous contacter");
    expect(pages.versions().contactUs).toBe("2026-11-20");
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("contactUs.fr.md");
    expect(logged[0]).toContain(words);
  },
);
