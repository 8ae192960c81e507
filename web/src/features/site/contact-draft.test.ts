import { afterEach, expect, test } from "vitest";
import { storage } from "../../lib/storage.ts";
import { emptyDraft, readDraft, saveDraft } from "./contact-draft.ts";

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
    key: () => null,
    length: 0,
  };
}

function useAs(id: string, kind: "member" | "guest"): void {
  storage.set("userId", id);
  storage.set("userKind", kind);
}

afterEach(() => useAs("guest", "guest"));

const blocked = (): Storage => {
  throw new DOMException("denied", "SecurityError");
};

test("R26: an unsent message is restored after a reload, and removed once it is sent", () => {
  const store = memory();
  const draft = { email: "ana@example.com", subject: "Sound", text: "None.\nAna" };
  saveDraft(() => store, draft);
  expect(readDraft(() => store)).toEqual(draft);
  saveDraft(() => store, null);
  expect(readDraft(() => store)).toEqual(emptyDraft);
});

test("R26: the form works where storage is blocked, or contains invalid data", () => {
  saveDraft(blocked, emptyDraft);
  expect(readDraft(blocked)).toEqual(emptyDraft);
  for (const invalid of ["{", "7", "null", '{"email":7,"subject":{},"text":null}']) {
    const store = memory();
    store.setItem("CONTACT_DRAFT", invalid);
    expect(readDraft(() => store)).toEqual(emptyDraft);
  }
});

test("R26, R39: what a member wrote is not shown to the next viewer of the tab; a guest's draft stays when they sign in", () => {
  const store = memory();
  const draft = { email: null, subject: "My refund", text: "Please." };
  useAs("ana", "member");
  saveDraft(() => store, draft);
  expect(readDraft(() => store)).toEqual(draft);
  useAs("next", "guest");
  expect(readDraft(() => store)).toEqual(emptyDraft);
  useAs("other", "member");
  expect(readDraft(() => store)).toEqual(emptyDraft);
  useAs("next", "guest");
  saveDraft(() => store, draft);
  useAs("other", "member");
  expect(readDraft(() => store)).toEqual(draft);
});
