import type { Person } from "@cliffhanger/contract/console/people";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formHtml } from "../../../test/forms.tsx";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { AddressForm, DeletionForm } from "./data-forms.tsx";
import { GrantForm } from "./grant-form.tsx";
import { usePersonForm } from "./use-person.ts";

beforeEach(openTab);
afterEach(() => vi.unstubAllGlobals());

const person = {
  id: "p1",
  kind: "member",
  email: "mara@example.com",
  rights: [],
  devices: [],
} as unknown as Person;
const close = () => undefined;

/** Types into a form of the person, and leaves it. */
function typed(form: string, fields: object): void {
  leftScreen(() => useFormDraft<object>(`${form}:p1`, {}))[1](fields);
}

test("C49: a grant that was being written is as it was when its dialog is opened again", () => {
  typed("grant", { days: 21, reason: "The film stopped" });
  const html = formHtml(<GrantForm person={person} close={close} />);
  expect(html).toContain('value="21"');
  expect(html).toContain('value="The film stopped"');
  typed("grant", { what: "series", series: { id: "s1", title: "Salt in the Crown" } });
  expect(formHtml(<GrantForm person={person} close={close} />)).toContain("Salt in the Crown");
});

test("C49: a grant of more days than a calendar has waits for another number, and takes no screen away", () => {
  typed("grant", { what: "days", days: 999_999_999 });
  const html = formHtml(<GrantForm person={person} close={close} />);
  expect(/<button[^>]*type="submit"[^>]*>/.exec(html)?.[0]).toContain("disabled");
});

test("C49: an address and the reason of a deletion are as they were typed when their dialogs are opened again", () => {
  typed("address", { email: "new@example.com" });
  typed("deletion", { reason: "Asked by letter" });
  expect(formHtml(<AddressForm person={person} close={close} />)).toContain('value="new@example.com"');
  expect(formHtml(<DeletionForm person={person} close={close} />)).toContain('value="Asked by letter"');
});

test("C36: a form that is opened again is the same act while its fields are the same, so that one whose answer was lost happens once", async () => {
  const open = () => leftScreen(() => usePersonForm("grant:p1", { days: 7 }, close));
  open().set({ days: 21 });
  const sent = vi.fn<(requestKey: string) => Promise<Person>>().mockResolvedValue(person);
  const keyOf = async () => {
    const done = Promise.withResolvers<void>();
    open().act.send(sent, () => done.resolve());
    await done.promise;
    return sent.mock.lastCall?.[0];
  };
  const key = await keyOf();
  expect(await keyOf()).toBe(key);
  open().set({ days: 22 });
  const another = await keyOf();
  expect(another).not.toBe(key);
  open().leave();
  expect(await keyOf()).not.toBe(another);
});
