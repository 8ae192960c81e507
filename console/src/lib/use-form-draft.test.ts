import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leftScreen, openTab } from "../../test/left-screen.ts";
import { useDialogDraft, useFormDraft } from "./use-form-draft.ts";

beforeEach(openTab);
afterEach(() => vi.unstubAllGlobals());

test("C49: a form that was left has what was typed when it is opened again, and what it begins with besides", () => {
  const open = (day: string) => leftScreen(() => useFormDraft("drop", { day, time: "18:00", numbers: "" }));
  open("2027-01-04")[1]({ numbers: "3-4" });
  open("2027-01-04")[1]({ time: "20:15" });
  expect(open("2027-01-05")[0]).toEqual({ day: "2027-01-05", time: "20:15", numbers: "3-4" });
  open("2027-01-05")[2]();
  expect(open("2027-01-05")[0]).toEqual({ day: "2027-01-05", time: "18:00", numbers: "" });
});

test("C49: a form of a dialog is forgotten as it closes by its own button, and not by the browser's way back", () => {
  const close = vi.fn<() => void>();
  const open = () => leftScreen(() => useDialogDraft("plan", { name: "" }, close));
  open()[1]({ name: "Half a year" });
  expect(open()[0]).toEqual({ name: "Half a year" });
  open()[2]();
  expect(open()[0]).toEqual({ name: "" });
  expect(close).toHaveBeenCalledTimes(1);
});
