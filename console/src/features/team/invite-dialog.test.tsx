import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formHtml } from "../../../test/forms.tsx";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { InviteForm } from "./invite-dialog.tsx";

beforeEach(openTab);
afterEach(() => vi.unstubAllGlobals());

test("C49: an invitation that is written again has the address and the role that were chosen for it", () => {
  leftScreen(() => useFormDraft<object>("invite", {}))[1]({ email: "lena@example.com", role: "support" });
  const html = formHtml(<InviteForm sent={() => undefined} close={() => undefined} />);
  expect(html).toContain('value="lena@example.com"');
  expect(html).toMatch(/<input[^>]*(checked=""[^>]*value="support"|value="support"[^>]*checked="")/);
});
