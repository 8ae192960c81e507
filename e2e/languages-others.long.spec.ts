import { test } from "./journey.ts";
import { expectOpensIn, spoken } from "./spoken.ts";

for (const language of spoken.filter(({ tag }) => !["fr", "de"].includes(tag))) {
  const { code, tag } = language;
  test(`R9: ?lang=${code} opens the app in ${tag}, the choice is saved, and html lang is never fy or dy`, async ({
    page,
    origin,
  }) => {
    await expectOpensIn(page, origin, language);
  });
}
