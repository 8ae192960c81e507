import { expect, test } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { createVisitStore } from "../../lib/visit-storage.ts";
import { type ConsentContext, openConsent } from "./consent.ts";
import { nothingAllowed, readChoice, saveChoice } from "./consent-record.ts";

const everything = { ads: true, analytics: true };
const unknown = { ...nothingAllowed, version: "2026-11-20", at: null };

function createContext(given: Partial<ConsentContext> = {}) {
  const proofs: unknown[] = [];
  const listeners: (() => void)[] = [];
  const store = createStore(() => null);
  return {
    proofs,
    store,
    visit: createVisitStore(() => null),
    browser: {},
    known: async () => unknown,
    prove: async (allowed: unknown) => void proofs.push(allowed),
    onStoredElsewhere: (listener: () => void) => void listeners.push(listener),
    storedElsewhere() {
      for (const listener of listeners) listener();
    },
    ...given,
  };
}

const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

test("R86: a new user is asked, and nothing is allowed before the choice", async () => {
  const consent = await openConsent(createContext());
  expect(consent.get()).toEqual({ allowed: nothingAllowed, open: true, refused: false });
});

test("R86: a choice applies at once, is stored in the browser and recorded at the server", async () => {
  const here = createContext();
  const consent = await openConsent(here);
  consent.choose(everything);
  expect(consent.get()).toEqual({ allowed: everything, open: false, refused: false });
  await flushPromises();
  expect(here.proofs).toEqual([everything]);
  expect((await openConsent(here)).get()).toMatchObject({ allowed: everything, open: false });
  expect(here.proofs).toHaveLength(1);
});

test("R86: a choice that did not reach the server is sent once more at the next start", async () => {
  const here = createContext({ prove: () => Promise.reject(new Error("offline")) });
  (await openConsent(here)).choose(nothingAllowed);
  await flushPromises();
  const later: unknown[] = [];
  await openConsent({ ...here, prove: async (allowed) => void later.push(allowed) });
  await flushPromises();
  expect(later).toEqual([nothingAllowed]);
});

test("R86: a refusal that did not reach the server is sent again, although an earlier permission reached it meanwhile", async () => {
  const here = createContext();
  const arrives = Promise.withResolvers<void>();
  const answers = [arrives.promise, Promise.reject(new Error("offline"))];
  const consent = await openConsent({ ...here, prove: () => answers.shift() ?? Promise.resolve() });
  consent.choose(everything);
  consent.choose(nothingAllowed);
  arrives.resolve();
  await flushPromises();
  await openConsent(here);
  await flushPromises();
  expect(here.proofs).toEqual([nothingAllowed]);
});

test("R86: a choice of another tab applies here at once, and closes the question", async () => {
  const here = createContext();
  const consent = await openConsent(here);
  saveChoice(here.store, everything);
  here.storedElsewhere();
  expect(consent.get()).toMatchObject({ allowed: everything, open: false });
  saveChoice(here.store, nothingAllowed);
  here.storedElsewhere();
  expect(consent.get()).toMatchObject({ allowed: nothingAllowed, open: false });
  saveChoice(here.store, everything);
  here.storedElsewhere();
  here.store.remove("consent");
  here.storedElsewhere();
  expect(consent.get().allowed).toEqual(nothingAllowed);
  expect(here.proofs).toEqual([]);
});

test("R86: a refusal in another tab, while the server is asked for an earlier choice, stands", async () => {
  const here = createContext();
  const known = async () => {
    saveChoice(here.store, nothingAllowed);
    return { ...everything, version: "2026-11-20", at: "2026-11-20T10:00:00Z" };
  };
  expect((await openConsent({ ...here, known })).get()).toMatchObject({
    allowed: nothingAllowed,
    open: false,
  });
  expect(readChoice(here.store)).toEqual(nothingAllowed);
});

test("R86: a user who chose on another device is not asked here", async () => {
  const consent = await openConsent(
    createContext({
      known: async () => ({ ads: false, analytics: true, version: "2026-11-20", at: "2026-11-20T10:00:00Z" }),
    }),
  );
  expect(consent.get()).toMatchObject({ allowed: { ads: false, analytics: true }, open: false });
});

test("R86: a choice about another version of the text does not count", async () => {
  const here = createContext();
  here.store.set("consent", JSON.stringify({ ...everything, version: "2020-01-01" }));
  expect((await openConsent(here)).get()).toEqual({ allowed: nothingAllowed, open: true, refused: false });
  here.store.set("consent", "{");
  expect(readChoice(here.store)).toBeNull();
});

test("R86: postponing allows nothing, records nothing, and lasts for the visit", async () => {
  const here = createContext();
  (await openConsent(here)).later();
  expect((await openConsent(here)).get()).toEqual({ allowed: nothingAllowed, open: false, refused: false });
  expect(here.proofs).toEqual([]);
  expect((await openConsent({ ...here, visit: createVisitStore(() => null) })).get().open).toBe(true);
});

test("R86: a browser that refuses withdraws an earlier permission, and no question is asked", async () => {
  const here = createContext({ browser: { globalPrivacyControl: true } });
  saveChoice(here.store, everything);
  expect((await openConsent(here)).get()).toEqual({ allowed: nothingAllowed, open: false, refused: true });
  await flushPromises();
  expect(here.proofs).toEqual([nothingAllowed]);
  expect(readChoice(here.store)).toEqual(nothingAllowed);
});
