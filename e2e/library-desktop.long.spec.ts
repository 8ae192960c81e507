import { test } from "./journey.ts";
import { expectContinueRow } from "./watched.ts";

test("R39: home shows at 1280 px what to continue, with its progress, without a layout shift", async ({
  page,
  origin,
}) => {
  await expectContinueRow(page, origin, { width: 1280, height: 800 });
});
