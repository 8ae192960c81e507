import type { Me } from "@cliffhanger/contract/console/operator";
import type { ConsoleOrder } from "@cliffhanger/contract/console/orders";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formHtml } from "../../../test/forms.tsx";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { MeContext } from "../../lib/me.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { RefundForm } from "./refund-form.tsx";

beforeEach(openTab);
afterEach(() => vi.unstubAllGlobals());

const money = (amount: number) => ({ amount, currency: "USD", exponent: 2, display: `$${amount / 100}` });
const html = (left: number) =>
  formHtml(
    <MeContext value={{ operator: { role: "finance" } } as Me}>
      <RefundForm
        order={
          {
            id: "o1",
            left: money(left),
            asked: null,
            membership: null,
            refundAmount: money(5000),
          } as unknown as ConsoleOrder
        }
        close={() => undefined}
      />
    </MeContext>,
  );

test("C49: a part that was to be given back is still the amount after the form was left, and all that is left once that has changed", () => {
  leftScreen(() => useFormDraft("refund:o1:1999", { text: "" }))[1]({ text: "5.00" });
  expect(html(1999)).toContain('value="5.00"');
  expect(html(1499)).toContain('value="14.99"');
});
