import type { Person } from "@cliffhanger/contract/console/people";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formHtml } from "../../../test/forms.tsx";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { AddressForm, DeletionForm } from "./data-forms.tsx";
import { GrantForm } from "./grant-form.tsx";

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

test("C49: an address and the reason of a deletion are as they were typed when their dialogs are opened again", () => {
  typed("address", { email: "new@example.com" });
  typed("deletion", { reason: "Asked by letter" });
  expect(formHtml(<AddressForm person={person} close={close} />)).toContain('value="new@example.com"');
  expect(formHtml(<DeletionForm person={person} close={close} />)).toContain('value="Asked by letter"');
});
