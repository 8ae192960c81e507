import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formHtml } from "../../../test/forms.tsx";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { NewDrop } from "./new-drop.tsx";
import { SeriesChoice } from "./series-choice.tsx";

beforeEach(openTab);
afterEach(() => vi.unstubAllGlobals());

test("C49: the series of a drop that is written is still named when the form is opened again, before any series is read", () => {
  const open = () =>
    leftScreen(() => useFormDraft<{ chosen: object | null }>("drop::2027-01-04", { chosen: null }));
  open()[1]({ chosen: { id: "s1", label: "Salt in the Crown (Draft)" } });
  const chosen = open()[0].chosen as { id: string; label: string };
  expect(formHtml(<SeriesChoice value={chosen} change={() => undefined} />)).toContain(
    'value="Salt in the Crown (Draft)"',
  );
});

test("C49: a drop whose day is emptied while it is written waits for another one, and takes no screen away", () => {
  leftScreen(() => useFormDraft<object>("drop:s1:2027-01-04", {}))[1]({ from: "" });
  const html = () => formHtml(<NewDrop day="2027-01-04" zone="UTC" series="s1" close={() => undefined} />);
  expect(html).not.toThrow();
});
