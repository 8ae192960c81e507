import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSeriesFile } from "./series-file.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-manifest-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function read(text: string) {
  const path = join(root, "series.yaml");
  await writeFile(path, text);
  return readSeriesFile(path);
}

describe("series.yaml", () => {
  it("describes everything about a series, in one language or several", async () => {
    const about = await read(`
key: salt-road
title: La ruta de la sal
synopsis: { es: Dos hermanas, en: Two sisters. }
language: es
free: 3
completed: true
categories: [Romance, { en: Thriller, fr: Polar }]
tags: [{ en: Asian Stories }]
episodes:
  - La carta
  - { en: The mine }
  - title: { en: The road, de: Die Straße }
order: [a.mp4, b.mp4]
unlock_price: { USD: 6.99, JPY: 900, EUR: "5.5" }
`);
    expect(about).toEqual({
      key: "salt-road",
      title: { es: "La ruta de la sal" },
      synopsis: { es: "Dos hermanas", en: "Two sisters." },
      language: "es",
      free: 3,
      completed: true,
      tags: [
        { kind: "category", name: { es: "Romance" } },
        { kind: "category", name: { en: "Thriller", fr: "Polar" } },
        { kind: "tag", name: { en: "Asian Stories" } },
      ],
      episodes: new Map([
        [1, { es: "La carta" }],
        [2, { en: "The mine" }],
        [3, { en: "The road", de: "Die Straße" }],
      ]),
      order: new Map([
        [1, "a.mp4"],
        [2, "b.mp4"],
      ]),
      unlockPrice: { USD: 699, JPY: 900, EUR: 550 },
    });
  });

  it("may be empty or contain only a comment", async () => {
    expect(await read("# later\n")).toMatchObject({
      free: 8,
      language: "en",
      order: null,
      unlockPrice: null,
    });
    expect(await read("")).toMatchObject({ tags: [] });
  });

  const faults: [string, string, RegExp][] = [
    [
      "a word that we do not know",
      "free: 2\ntitel: x",
      /line 2: we know no "titel" here\. What may be said: key, title,/,
    ],
    ["a language that we do not speak", "title:\n  en: A\n  ja: B", /line 3: we know no "ja" here\./],
    ["a number that is none", "title: A\nfree: many", /line 2: free should be a whole number\./],
    ["a number below 0", "free: -1", /line 1: free is below 0\./],
    ["yes in place of true", "completed: certainly", /line 1: completed should be true or false\./],
    ["a text that is too long", `title: ${"x".repeat(201)}`, /line 1: title is longer than 200 characters\./],
    ["a list that is none", "categories: Drama", /line 1: categories should be a list\./],
    ["an entry deep down", "tags:\n  - Sea\n  - { en: 7 }", /line 3: tags\.1\.en should be a text\./],
    [
      "a number of an episode that is none",
      "episodes: { one: A }",
      /line 1: episodes\.one should be the number of an episode\./,
    ],
    [
      "a path in place of a file",
      "order: [../x.mp4]",
      /line 1: order\.0 should be the name of a file in this folder\./,
    ],
    [
      "a currency that is none",
      "unlock_price:\n  DOLLAR: 1",
      /line 2: unlock_price\.DOLLAR should be a currency such as USD\./,
    ],
    [
      "too many decimals",
      "unlock_price: { USD: 6.999 }",
      /USD should be an amount above 0 with at most 2 decimals\./,
    ],
    ["decimals where a currency has none", "unlock_price: { JPY: 1.5 }", /at most 0 decimals/],
    [
      "a price that nobody can pay",
      "unlock_price: { HUF: 990.5 }",
      /that can be paid \(Stripe takes whole HUF only/,
    ],
    ["broken YAML", "title: A\nsynopsis: [", /not YAML that we can read: line \d/],
    ["a list in place of everything", "- A", /should say things such as "title: The Salt Road"/],
  ];
  it.each(faults)("that has %s is answered with a sentence and its line", async (_, text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence);
  });

  it("reports several errors at once", async () => {
    await expect(read("free: x\nname: y")).rejects.toThrow(/line 1: free.*\n.*line 2: we know no "name"/);
  });
});
