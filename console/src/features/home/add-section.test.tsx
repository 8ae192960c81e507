import type { ConsoleHome } from "@cliffhanger/contract/console/home";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formHtml } from "../../../test/forms.tsx";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { AddForm } from "./add-section.tsx";

beforeEach(async () => {
  await openTab();
  vi.stubGlobal("location", { pathname: "/console/home", search: "" });
});
afterEach(() => vi.unstubAllGlobals());

const html = (kinds: readonly string[] = []) =>
  formHtml(
    <AddForm
      home={{ sections: kinds.map((kind) => ({ kind })) } as unknown as ConsoleHome}
      take={() => undefined}
      close={() => undefined}
    />,
  );
const typed = (fields: object) => leftScreen(() => useFormDraft<object>("home:add", {}))[1](fields);
const ADD = /<button[^>]*type="submit"[^>]*>/;

test("C49: a section that was being added has its title, its kind and its source after another screen", () => {
  typed({ title: "Out tonight", kind: "ranking", source: { type: "popular" } });
  expect(html()).toContain('value="Out tonight"');
  expect(html()).toContain('value="Ranking"');
  expect(html()).toContain('value="The most played"');
});

test("C33: a section whose tag is still to be chosen cannot be added, as it would show the newest series", () => {
  typed({ title: "By tag", begun: "tag" });
  expect(ADD.exec(html())?.[0]).toContain("disabled");
  typed({ title: "Newest", begun: null });
  expect(ADD.exec(html())?.[0]).not.toContain("disabled");
});

test("C29: a carousel that somebody else added meanwhile is no choice of a second one", () => {
  typed({ kind: "featured" });
  expect(html()).toContain('value="Carousel"');
  expect(html(["featured"])).not.toContain('value="Carousel"');
});
