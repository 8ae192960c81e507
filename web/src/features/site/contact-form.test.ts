import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { LanguageContext } from "../../lib/use-language.ts";
import { ContactForm } from "./contact-form.tsx";
import type { Contact } from "./use-contact.ts";

const state = vi.hoisted(() => ({ busy: false }));
vi.mock("./use-contact.ts", async (actual) => ({
  ...(await actual<typeof import("./use-contact.ts")>()),
  useContact: (): Contact => ({
    values: { email: "ana@example.com", subject: "Sound", text: "None." },
    change: () => undefined,
    fault: null,
    busy: state.busy,
    ticket: null,
    send: () => Promise.resolve(),
    startAgain: () => undefined,
  }),
}));

test("R26: while a message is being sent nothing can be added to it, which would be lost", () => {
  const readOnlyFields = (busy: boolean): number => {
    state.busy = busy;
    const value = { language: "en" as const, t: (id: string) => id };
    const html = renderToString(createElement(LanguageContext, { value }, createElement(ContactForm)));
    return html.match(/<(?:input|textarea)[^>]* readOnly=""/gi)?.length ?? 0;
  };
  expect([false, true].map(readOnlyFields)).toEqual([0, 3]);
});
