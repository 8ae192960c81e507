import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { goWithin, invited, joinByPasskey, sizes, test, withoutFrames } from "./console.ts";
import { expect } from "./journey.ts";

const screens = [
  { path: "/console", ready: "Today" },
  { path: "/console/team", ready: "People" },
  { path: "/console/team?dialog=invite", ready: "Invite a person" },
  { path: "/console/team?dialog=roles", ready: "What each role may do" },
  { path: "/console/series", ready: "Series" },
  { path: "/console/series?dialog=upload", ready: "Upload a new series" },
  { path: "/console/tags", ready: "Tags" },
  { path: "/console/home?section=top", ready: "Home" },
  { path: "/console/home?dialog=add", ready: "Add section" },
  { path: "/console/calendar", ready: "Calendar" },
  { path: "/console/calendar?view=week", ready: "Calendar" },
  { path: "/console/calendar?dialog=new", ready: "New drop" },
  { path: "/console/orders", ready: "Orders" },
  { path: "/console/review", ready: "Review" },
  { path: "/console/plans", ready: "Plans and prices" },
  { path: "/console/plans?dialog=new", ready: "New plan" },
  { path: "/console/plans?dialog=unlock-price", ready: "One series, general price" },
  { path: "/console/people", ready: "People" },
  { path: "/console/people?q=owner", ready: "People" },
  { path: "/console/tickets", ready: "Tickets" },
  { path: "/console/tickets?view=closed", ready: "Tickets" },
  ...["funnel", "campaigns", "retention", "revenue", "subscriptions", "playback", "ledger", "exports"].map(
    (kind) => ({
      path: `/console/reports/${kind}`,
      ready: "Reports",
    }),
  ),
  { path: "/console/reports/campaigns?dialog=cost", ready: "What campaigns cost" },
  { path: "/console/site", ready: "Site" },
  { path: "/console/pages", ready: "Pages" },
  { path: "/console/pages/privacyPolicy/de", ready: "Privacy policy" },
  { path: "/console/pixels", ready: "Pixels" },
  { path: "/console/pixels?pixel=google_analytics", ready: "Google tag: set the id" },
  { path: "/console/jobs", ready: "Jobs" },
  { path: "/console/log", ready: "Log" },
  { path: "/console/account", ready: "Where you are signed in" },
  { path: "/console/nowhere", ready: "Not here" },
];

test("C48, C56: every screen is accessible and fits, in light and dark, on a desk and on a phone, without a violation of the policy", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  // Each audit of a screen takes seconds.
  test.setTimeout(timeLimit(300));
  const { path } = await invited(app);
  const stranger = await browser.newContext({ baseURL });
  const outside = await stranger.newPage();
  await joinByPasskey(page, path);
  const { path: link } = await invited(app, "editor");
  const visits = [
    ...screens.map((screen) => ({ on: page, ...screen })),
    { on: outside, path: "/console", ready: "Sign in to the console" },
    { on: outside, path: link, ready: /^Welcome to/ },
  ];
  const problems: string[] = [];
  outside.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
  for (const { on, path: at, ready } of visits) {
    // Each view is opened by its address in console-views.long.spec.ts; here the document, axe and its code stay loaded.
    await (on === page ? goWithin(on, at) : on.goto(at));
    const isDialog = /dialog=|pixel=/.test(at);
    await expect(
      isDialog
        ? on.getByRole("dialog", { name: ready })
        : on.getByRole("heading", { name: ready, exact: true }).first(),
    ).toBeVisible();
    await expect(on.getByRole("status", { name: "Loading" })).toHaveCount(0);
    // It comes after a pause.
    if (/home|plans|pages\//.test(at)) await expect(on.locator("iframe")).toHaveCount(1);
    await withoutFrames(on, () => expectFits(on, at));
  }
  expect(problems).toEqual([]);
  await stranger.close();
});

/** Audits a screen at a desk and on a phone. */
async function expectFits(on: Page, at: string): Promise<void> {
  // Colours do not depend on the size, nor the layout on the colours, so two audits see all four.
  for (const [index, size] of sizes.entries()) {
    const colorScheme = index % 2 === 0 ? "light" : "dark";
    await on.setViewportSize(size);
    await on.emulateMedia({ colorScheme });
    await expectAccessible(on, `${at} at ${size.width}, ${colorScheme}`);
    const overflow = await on.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${at} at ${size.width}`).toBeLessThanOrEqual(0);
  }
}
