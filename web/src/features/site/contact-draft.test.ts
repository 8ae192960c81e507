import { expect, test } from "vitest";
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
