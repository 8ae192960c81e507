import { expectPlaying, featuredSeries } from "./journey.ts";
import { newPerson, register, signIn } from "./person.ts";
import { allow, banner, events, expect, ids, received, test } from "./pixels.ts";

test("R8, R86: no vendor receives anything before consent; then each pixel receives the page view once, under its own name", async ({
  page,
  site,
  origin,
  externalRequests,
}) => {
  const { id, title } = await featuredSeries(origin);
  await page.goto(`/videos/${id}?ep=1&fbclid=click-1`);
  await expectPlaying(page);
  await expect(banner(page)).toBeVisible();
  expect(externalRequests.map((request) => request.url())).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/_fbp|_ttp|_ga/);
  const [refuse, accept] = await Promise.all(
    ["Refuse", "Accept"].map(async (name) => {
      const button = banner(page).getByRole("button", { name });
      const box = await button.boundingBox();
      const style = await button.evaluate((element) => {
        const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(element);
        return { color, backgroundColor, fontSize, fontWeight };
      });
      return { width: box?.width, height: box?.height, ...style };
    }),
  );
  expect(refuse, "both buttons are equally near").toEqual(accept);
  expect(accept?.height).toBeGreaterThanOrEqual(44);

  await banner(page).getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => events(site, "google")).toEqual(expect.arrayContaining(["page_view", "view_item"]));
  await expect.poll(() => events(site, "meta")).toEqual(expect.arrayContaining(["PageView", "ViewContent"]));
  // R99: it may be up to two seconds late.
  await expect
    .poll(() => events(site, "tiktok"))
    .toEqual(expect.arrayContaining(["Pageview", "ViewContent"]));
  const all = await received(site);
  expect(all.filter(({ kind }) => kind === "script").map(({ vendor, id: of }) => [vendor, of])).toEqual(
    expect.arrayContaining([
      ["meta", ""],
      ["tiktok", ids.tiktok],
      ["google", ids.google],
    ]),
  );
  const pageViews = all.filter(({ event }) => ["PageView", "Pageview", "page_view"].includes(event));
  expect(pageViews.map(({ vendor }) => vendor).toSorted()).toEqual(["google", "meta", "tiktok"]);
  expect(
    new Set(pageViews.map(({ eventId }) => eventId)).size,
    "R98: TikTok's page view has the same id",
  ).toBe(1);
  expect(pageViews[0]?.eventId).toMatch(/^PageView\d{13}$/);
  const views = all.filter(({ event }) => event === "ViewContent" || event === "view_item");
  expect(views.map(({ vendor }) => vendor).toSorted()).toEqual(["google", "meta", "tiktok"]);
  expect(new Set(views.map(({ eventId }) => eventId)).size, "R98: one event, one id").toBe(1);
  expect(views[0]?.eventId).toMatch(/^ViewContent\d{13}$/);
  const of = (vendor: string) => views.find((one) => one.vendor === vendor);
  expect(of("meta")).toMatchObject({
    id: ids.meta,
    params: { currency: "USD", value: "0", content_ids: [id], content_name: title },
  });
  expect(of("tiktok")).toMatchObject({ id: ids.tiktok, params: { currency: "USD", value: 0 } });
  expect(of("google")).toMatchObject({
    id: ids.google,
    params: { currency: "USD", value: 0, consent: "G101" },
  });
  const consent = await page.evaluate(async () => (await fetch("/api/user/consent")).json());
  expect(consent.info, "the proof").toMatchObject({ ads: true, analytics: true, at: expect.any(String) });

  await page.goto("/");
  await expect.poll(() => events(site, "meta")).toContain("PageView");
  await expect(banner(page)).toHaveCount(0);
});

test("R86: after a refusal the banner stays away, no vendor receives anything, and the footer leads back to the choice", async ({
  page,
  site,
  externalRequests,
}) => {
  await page.goto("/");
  const proof = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && /user\/consent/.test(answer.url()),
  );
  await banner(page).getByRole("button", { name: "Refuse" }).click();
  expect((await proof).request().postDataJSON()).toMatchObject({ ads: false, analytics: false });
  await page.goto("/browse/all");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goto("/");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Privacy choices" });
  await expect(link).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(banner(page)).toHaveCount(0);
  expect(externalRequests).toEqual([]);

  await link.click();
  const sheet = page.getByRole("dialog", { name: "Privacy choices" });
  await expect(sheet.getByRole("switch", { name: "Statistics" })).not.toBeChecked();
  await sheet.getByRole("switch", { name: "Statistics" }).click();
  await sheet.getByRole("button", { name: "Save my choice" }).click();
  await expect.poll(() => events(site, "google")).toContain("page_view");
  expect(new Set((await received(site)).map(({ vendor }) => vendor)), "one purpose, one vendor").toEqual(
    new Set(["google"]),
  );
});

test("R86: a browser's Global Privacy Control counts as a refusal without a question", async ({
  page,
  externalRequests,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true }),
  );
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy choices" }).click();
  await expect(page.getByRole("dialog").getByText("Global Privacy Control")).toBeVisible();
  for (const name of ["Advertising", "Statistics"])
    await expect(page.getByRole("dialog").getByRole("switch", { name })).toBeDisabled();
  await expect(banner(page)).toHaveCount(0);
  expect(externalRequests).toEqual([]);
});

test("R86: consent can be withdrawn: each vendor is notified, its cookies are deleted, and it receives nothing more", async ({
  page,
  site,
}) => {
  await allow(page);
  await expect.poll(() => events(site, "tiktok")).toContain("Pageview");
  await expect.poll(() => page.evaluate(() => document.cookie)).toMatch(/_fbp=.*/);
  // In another tab, so that this one has to hear of it.
  const other = await page.context().newPage();
  await other.goto("/browse/all");
  await other.getByRole("contentinfo").getByRole("link", { name: "Privacy choices" }).click();
  await other.getByRole("button", { name: "Refuse all" }).click();
  await other.waitForLoadState("networkidle");
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toMatch(/_fbp|_ttp|_ga/);
  const said = await page.evaluate(() => {
    const { dataLayer } = window as unknown as { dataLayer: ArrayLike<unknown>[] };
    return {
      google: Array.from(dataLayer.at(-1) ?? []),
      off: Reflect.get(window, "ga-disable-G-ABCDE12345"),
    };
  });
  expect(said).toMatchObject({ google: ["consent", "update", { analytics_storage: "denied" }], off: true });
  const before = (await received(site)).length;
  await page.getByRole("link", { name: "Search", exact: true }).first().click();
  await expect(page.getByRole("combobox")).toBeVisible();
  await page.goto("/browse/all");
  await page.waitForLoadState("networkidle");
  expect(await received(site)).toHaveLength(before);
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/_fbp|_ttp|_ga/);
});

test("R8, R85, R97, R98, R100: a search, a list and a share are reported under each vendor's names", async ({
  page,
  context,
  site,
  origin,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await featuredSeries(origin);
  await allow(page, "/searchDetail/mara");
  for (const vendor of ["meta", "tiktok", "google"] as const)
    await expect.poll(() => events(site, vendor)).toContain("search");
  await page.goto(`/videos/${id}`);
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  await expectPlaying(page);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect
    .poll(() => events(site, "google"))
    .toEqual(expect.arrayContaining(["search", "video_start", "share"]));
  await expect
    .poll(() => events(site, "meta"))
    .toEqual(expect.arrayContaining(["share_video", "video_progress"]));
  const all = await received(site);
  const search = all.filter(({ event }) => /^search$/i.test(event));
  expect(search.map(({ event }) => event)).toEqual(["search", "search", "search"]);
  for (const { eventId } of search) expect(eventId).toMatch(/^search\d{13}$/);
  expect(Object.fromEntries(search.map(({ vendor, params }) => [vendor, params]))).toMatchObject({
    meta: { search_string: "mara" },
    tiktok: { search_string: "mara", query: "mara" },
    google: { search_term: "mara" },
  });
});

test("R8, R61, R86: a new account, a series on My List and a sign-in are reported without personal data; what a member allowed ends with the sign-out: the next person's pages are not told, and they are asked", async ({
  page,
  site,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  await allow(page);
  const person = newPerson();
  await page.goto("/register?returnTo=/my");
  await register(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  await expect.poll(() => events(site, "meta")).toContain("CompleteRegistration");
  await page.goto(`/videos/${id}`);
  await page.getByRole("button", { name: "My List", exact: true }).click();
  await expect
    .poll(() => events(site, "google"))
    .toEqual(expect.arrayContaining(["sign_up", "add_to_wishlist"]));
  await page.context().clearCookies({ name: "sid" });
  await page.goto("/login");
  await signIn(page, person);
  await expect.poll(() => events(site, "meta")).toContain("user_login");
  await expect.poll(() => events(site, "google")).toContain("login");
  const told = async (path: string) => (await received(site)).filter((one) => one.page?.includes(path));
  await page.goto("/my");
  await expect(page.getByText(person.email)).toBeVisible();
  await expect.poll(() => told("/my")).not.toEqual([]);
  expect(JSON.stringify(await received(site))).not.toContain(person.email);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText(person.email)).toBeHidden();
  await page.getByRole("link", { name: "Browse" }).first().click();
  await expect(page).toHaveURL(/\/browse\//);
  await page.goto("/");
  await expect(banner(page)).toBeVisible();
  expect(await told("/browse/")).toEqual([]);
});

test("R86: a pixel that is blocked or never answers changes nothing for the viewer", async ({
  page,
  site,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.route(`${site.pixels}/en_US/**`, (route) => route.abort("blockedbyclient"));
  await page.route(`${site.pixels}/i18n/**`, (route) => route.abort("blockedbyclient"));
  // Google's never answers.
  await page.route(`${site.pixels}/gtag/**`, () => undefined);
  await allow(page);
  await page.goto(`/videos/${id}`);
  await expectPlaying(page);
  await page.goto("/browse/all");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(faults).toEqual([]);
  expect((await received(site)).filter(({ kind }) => kind === "event")).toEqual([]);
});

test("R60, R82, R83: a landing's first page is counted by an image, one event by GET, several by a batch", async ({
  page,
  site,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  const sent: { call: string; query: Record<string, string> }[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!/^\/api\/(statics\.png|reports)$/.test(pathname)) return;
    sent.push({ call: `${request.method()} ${pathname}`, query: Object.fromEntries(searchParams) });
  });
  const of = (call: string) => sent.filter((one) => one.call === call);
  await page.goto("/browse/all?fbclid=click-1&ttclid=&token=maria-7");
  await expect.poll(() => of("GET /api/statics.png")).toHaveLength(1);
  expect(of("GET /api/statics.png")[0]?.query).toEqual({
    event: "PageView",
    eventId: expect.stringMatching(/^PageView\d{13}$/),
    url: "/browse/all",
    fbclid: "click-1",
    ttclid: "",
  });
  expect(of("GET /api/reports")).toEqual([]);

  await page.getByRole("link", { name: "Search", exact: true }).first().click();
  await expect(page.getByRole("combobox")).toBeVisible();
  await expect.poll(() => of("GET /api/reports")).toHaveLength(1);
  expect(of("GET /api/reports")[0]?.query).toMatchObject({
    event: "PageView",
    eventId: expect.stringMatching(/^PageView\d{13}$/),
    fbclid: "click-1",
  });

  await page.goto(`/videos/${id}?ep=1`);
  await expectPlaying(page);
  await expect.poll(() => of("POST /api/reports").length).toBeGreaterThan(0);
  await expect.poll(() => of("GET /api/statics.png")).toHaveLength(2);
  await page.reload();
  await expectPlaying(page);
  await expect.poll(() => of("POST /api/reports").length).toBeGreaterThan(1);
  expect(of("GET /api/statics.png"), "a reload is not a landing").toHaveLength(2);
  expect(site.log()).not.toContain("maria-7");
});
