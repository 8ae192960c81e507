import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formHtml } from "../../test/forms.tsx";
import { leftScreen, openTab } from "../../test/left-screen.ts";
import { useFormDraft } from "../lib/use-form-draft.ts";
import { PriceEffectForm } from "./price-dialog.tsx";

beforeEach(openTab);
afterEach(() => vi.unstubAllGlobals());

const which = { ids: ["s1"] };

/** Returns the dialog for an amount, whose step is so large that it is typed again. */
function html(amount: string): string {
  const set = [{ currency: "USD", amount }];
  const client = new QueryClient();
  client.setQueryData(["series", "price-effect", which, set], {
    sentences: [],
    hash: "h",
    typed: ["USD"],
  });
  return formHtml(
    <PriceEffectForm which={which} set={set} close={() => undefined} done={() => undefined} />,
    client,
  );
}

test("C49: an amount that was typed again is there when its dialog is opened again, and not for another price", () => {
  const draft = `price-again:${JSON.stringify([which, [{ currency: "USD", amount: "2.49" }]])}`;
  leftScreen(() => useFormDraft<object>(draft, {}))[1]({ USD: "2.4" });
  expect(html("2.49")).toContain('value="2.4"');
  expect(html("24.90")).not.toContain('value="2.4"');
});
