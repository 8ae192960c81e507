import fc from "fast-check";
import { expect, test } from "vitest";
import { readClick, readLanding } from "./read-landing.ts";

const ours = new Set(["cliffhanger.example"]);
const read = (landing: string, referrer?: string) => readLanding({ landing, referrer }, ours);

test("R8, R36: each kind of click is identified by its parameter, with path, series and campaign", () => {
  expect(
    read("/videos/salt01?fbclid=IwAR0abc&utm_source=meta&utm_campaign=Spring%20(DE)&utm_term=drama"),
  ).toEqual({
    kind: "facebook",
    value: "IwAR0abc",
    token: null,
    landing: "/videos/salt01",
    seriesId: "salt01",
    referrer: null,
    utm: { source: "meta", campaign: "Spring (DE)", term: "drama" },
  });
  expect(read("/?ttclid=E.C.P.one")).toMatchObject({ kind: "tiktok", value: "E.C.P.one", landing: "/" });
  expect(read("/?gclid=Cj0abc")).toMatchObject({ kind: "google", value: "Cj0abc" });
});

test("R36: of a link with both ids TikTok's counts, because it is written last", () => {
  expect(read("/?ttclid=tt1&fbclid=fb1")).toMatchObject({ kind: "tiktok", value: "tt1" });
  expect(read("/?fbclid=fb1&ttclid=tt1")).toMatchObject({ kind: "tiktok", value: "tt1" });
});

test("R36: the same value in both headers is a TikTok click, two different ones are a later Facebook click", () => {
  expect(readClick({ fbclid: "tt1", ttclid: "tt1" })).toMatchObject({ kind: "tiktok", value: "tt1" });
  expect(readClick({ fbclid: "fb2", ttclid: "tt1" })).toMatchObject({ kind: "facebook", value: "fb2" });
  expect(readClick({ ttclid: "tt1" })).toMatchObject({ kind: "tiktok", value: "tt1" });
  expect(readClick({ fbclid: "fb1" })).toMatchObject({ kind: "facebook", value: "fb1" });
  expect(readClick({ fbclid: "E.C.P.tt" })).toMatchObject({ kind: "tiktok", value: "E.C.P.tt" });
});

test("R36: whatever the headers contain, a value in TTCLID is never a Facebook click", () => {
  const id = fc.option(fc.stringMatching(/^[\w.-]{1,12}$/), { nil: undefined });
  fc.assert(
    fc.property(id, id, (fbclid, ttclid) => {
      const click = readClick({ ...(fbclid ? { fbclid } : {}), ...(ttclid ? { ttclid } : {}) });
      expect(click?.kind === "facebook" && click.value === ttclid).toBe(false);
      expect(ttclid !== undefined && fbclid === undefined && click?.kind !== "tiktok").toBe(false);
    }),
  );
});

test("R35: a share link counts, even with a click id that a network added", () => {
  expect(read("/videos/salt01?token=Ab.c_d-1")).toMatchObject({
    kind: "token",
    value: "Ab.c_d-1",
    token: "Ab.c_d-1",
  });
  expect(read("/?token=Ab1&fbclid=fb1")).toMatchObject({ kind: "facebook", value: "fb1", token: "Ab1" });
  for (const wrong of ["a b", "a/b", "x".repeat(129), "%00", "<b>"])
    expect(read(`/?token=${encodeURIComponent(wrong)}`)).toMatchObject({ kind: "direct", token: null });
});

test("R58: headers count if there was no landing, and empty ones give nothing", () => {
  expect(readClick({ referrer: "friend" })).toMatchObject({ kind: "token", value: "friend", landing: null });
  expect(readClick({})).toBeNull();
  expect(readClick({ referrer: "x".repeat(129) })).toBeNull();
});

test("R8: of another site only the host is stored, and of a search not the query", () => {
  expect(read("/", "https://blog.example/a/secret?mail=a@b.example")).toMatchObject({
    kind: "referral",
    value: "blog.example",
    referrer: "blog.example",
  });
  expect(JSON.stringify(read("/searchDetail/my%20illness?fbclid=fb1"))).not.toContain("illness");
  expect(read("/searchDetail/my%20illness")).toMatchObject({ landing: "/searchDetail" });
});

test("R8: reloading a page, and returning from payment or sign-in, is not a landing", () => {
  expect(read("/videos/salt01", "https://cliffhanger.example/my")).toBeNull();
  expect(read("/order/result?order=1", "https://bank.example/3ds")).toBeNull();
  expect(read("/my", "https://www.paypal.com/checkoutnow")).toBeNull();
  expect(read("/my", "https://www.facebook.com/dialog/oauth")).toBeNull();
  expect(read("/?fbclid=fb1", "https://www.facebook.com/")).toMatchObject({ kind: "facebook" });
  expect(read("/", "https://notpaypal.com/")).toMatchObject({ kind: "referral" });
});

test("R60, T17, T24: whatever is sent, what is stored is bounded and clean", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.constantFrom(
      "\u0000",
      "\ud800",
      "a@b.example",
      "=cmd|' /C calc'!A0",
      "\u202e",
      "(unknown)",
      "x".repeat(3000),
    ),
  );
  const query = fc.dictionary(
    fc.constantFrom(
      "fbclid",
      "ttclid",
      "gclid",
      "token",
      "utm_source",
      "utm_campaign",
      "utm_content",
      "other",
    ),
    nasty,
  );
  fc.assert(
    fc.property(nasty, query, nasty, (path, given, referrer) => {
      const arrival = read(`/${path}?${new URLSearchParams(given).toString()}`, referrer);
      if (!arrival) return;
      expect(JSON.stringify(arrival).length).toBeLessThan(4000);
      expect(arrival.value?.length ?? 0).toBeLessThanOrEqual(512);
      expect(arrival.landing).toMatch(/^\/[\w/-]{0,80}$/);
      for (const text of Object.values(arrival.utm)) {
        expect(text).toMatch(/^[^\p{C}(][^\p{C}]*$/u);
        expect(text.length).toBeLessThanOrEqual(100);
        expect(text).not.toContain("a@b.example");
      }
    }),
  );
  for (const wrong of ["", "//evil.example", "https://evil.example/?fbclid=1", "\\"])
    expect(read(wrong)?.landing ?? "/").toBe("/");
});
