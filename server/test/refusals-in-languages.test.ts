import { randomUUID } from "node:crypto";
import type { Language } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { makeMember } from "#test/people";

let app: TestApp;
let owner: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  owner = await makeOperator(app, "owner");
});
afterAll(() => app.close());

/** Returns what an operator reads about the first field of a refused call. */
async function refusal(path: string, body: object | null, language: Language): Promise<string> {
  const headers = { "accept-language": language };
  const answer = await (body === null
    ? owner.call("GET", path, undefined, headers)
    : owner.call("POST", path, body, headers));
  expect(answer.code, JSON.stringify(answer)).toBe(400);
  return answer.errors?.[0]?.message ?? "";
}
// A whole path of it would look like a folder of a user.
const HOME = "/home";
const requestKey = () => newId(app.clock.now()).toUpperCase();

test("§5.7: whatever is refused with a sentence is refused in the operator's language", async () => {
  const member = await makeMember(app);
  const series = await makeSeries(app, { episodes: 2 });
  const id = `s-${randomUUID().slice(0, 8)}`;
  const section = { act: "add", id, kind: "row", source: { type: "series", ids: ["no-such"] }, size: 20 };
  const page = { name: "contactUs", language: "en", version: 0, isNewVersion: false };
  const text = (markdown: string) => ({ ...page, text: { title: "Contact", markdown } });
  const setting = (key: string, to: string) => ({ set: [{ key, from: null, to }] });
  const cost = { by: "campaign", key: "spring", day: "2026-11-20", currency: "USD", amount: "much" };
  const cases: [path: string, body: () => object | null, german: RegExp, french: RegExp][] = [
    [
      `${HOME}/change`,
      () => ({ ...section, title: "New" }),
      /^Es gibt keine Serie mit der Kennung/,
      /^Aucune série n’a/,
    ],
    [
      "/texts/import",
      () => ({ table: "series,field,en\nnowhere,title,One\n" }),
      /^Es gibt keine Serie „nowhere“/,
      /^Il n’y a pas de série «\u00a0nowhere/,
    ],
    ["/site", () => setting("accent", "pink"), /^„pink“ ist keine Farbe/, /n’est pas une couleur/],
    ["/site", () => setting("accent", "#102A70"), /zu dunkel.*Kontrast \d\.\d:1/, /trop sombre/],
    [
      "/site/logo",
      () => ({ from: null, name: "a.png", data: "eA==" }),
      /^a\.png ist kein Bild/,
      /pas une image/,
    ],
    [
      "/pixels",
      () => ({ key: "tiktok_pixel", from: null, to: "no" }),
      /^„no“ sieht nicht wie eine TikTok-Pixel-ID aus/,
      /pixel TikTok/,
    ],
    [
      "/pages",
      () => text("# Contact\n"),
      /^So nicht anzeigbar: „# Contact“ ist eine Überschrift der Ebene 1/,
      /^Impossible à afficher\u00a0: .*titre de niveau 1/,
    ],
    [
      "/pages",
      () => text("{{shop}}\n"),
      /\{\{shop\}\} ist kein Platzhalter/,
      /\{\{shop\}\} n’est pas une variable/,
    ],
    ["/pages", () => text(" "), /wählen Sie „Unseren nehmen“/, /choisissez «\u00a0Utiliser le nôtre/],
    [
      "/people/grant",
      () => ({ requestKey: requestKey(), id: member.id, days: 3, reason: "for ana@example.com" }),
      /^Ein Grund .* nennt deshalb keine Mailadresse/,
      /^Un motif .*adresse e-mail/,
    ],
    [
      "/people/revoke",
      () => ({ requestKey: requestKey(), id: member.id, grantId: series.id, reason: "A mistake" }),
      /^Es gibt keine Gewährung/,
      /^Il n’y a pas d’accès accordé/,
    ],
    [
      "/people/mail",
      () => ({ requestKey: requestKey(), id: member.id, email: "ana" }),
      /^Das ist keine Mailadresse/,
      /^Ce n’est pas une adresse e-mail/,
    ],
    [
      "/people/write",
      () => ({ requestKey: requestKey(), id: member.id, subject: "Hello", text: "About {{order}}" }),
      /^Es ist kein Mailserver eingerichtet/,
      /^Aucun serveur de messagerie/,
    ],
    [
      "/campaigns/cost",
      () => ({ costs: [cost] }),
      /^Schreiben Sie einen Betrag wie 12\.50/,
      /^Écrivez un montant/,
    ],
    ["/orders?from=much", () => null, /^Schreiben Sie einen Betrag wie 3\.50/, /^Écrivez un montant/],
    ["/audit?day=today", () => null, /^Geben Sie ein Datum an/, /^Indiquez une date/],
    [
      "/episode/replace",
      () => ({
        requestKey: requestKey(),
        id: series.episodes[0]?.id,
        file: { name: "notes.txt", size: 10, lastModified: 1 },
      }),
      /^notes\.txt ist kein Video/,
      /^notes\.txt n’est pas une vidéo lisible/,
    ],
  ];
  for (const [path, body, german, french] of cases) {
    expect(await refusal(path, body(), "de"), path).toMatch(german);
    expect(await refusal(path, body(), "fr"), path).toMatch(french);
  }
});
