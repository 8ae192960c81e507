import type { Locator, Page } from "playwright-core";

/** A control in the first viewport of a phone, or a key. */
export interface Control {
  name: string;
  target: ((page: Page) => Locator) | { key: string };
  /** What it changes. */
  state: State;
  /** The element whose state it is, as a selector. */
  of?: string;
}

/** The address, the number of open sheets or toasts, the checked choice, what has the focus, or of one element its label, state or scroll position. */
export type State = "address" | "sheet" | "toast" | "checked" | "focus" | "label" | "pressed" | "scroll";

/** A page with ten controls. */
export interface ControlPage {
  name: string;
  path: string;
  controls: readonly Control[];
}

type Role = "link" | "button" | "combobox";

const named = (role: Role, name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name, exact: true }).locator("visible=true").first();
const link = (name: string | RegExp): Control => ({
  name: `${name}`,
  target: named("link", name),
  state: "address",
});
const sheet = (name: string | RegExp): Control => ({
  name: `${name}`,
  target: named("button", name),
  state: "sheet",
});
const tab = (name: string): Control => ({
  name: `tab ${name}`,
  target: (page) => page.getByRole("navigation").last().getByRole("link", { name, exact: true }),
  state: "address",
});
const choice = (at: number): Control => ({
  name: `choice ${at + 1}`,
  target: (page) => page.getByRole("radio").nth(at).locator("xpath=ancestor::label"),
  state: "checked",
});

const playing = { state: "label", of: "button[data-surface]" } as const;

const frame = [sheet("Categories"), sheet("Language"), link("Recommend"), tab("Browse"), tab("My List")];

/** Returns the pages: home, an episode, the search and the plans. */
export function controlPages(seriesId: string): ControlPage[] {
  return [
    {
      name: "/",
      path: "/",
      controls: [
        ...frame,
        tab("Search"),
        { name: "the first slide", target: (page) => page.locator("article").first(), state: "address" },
        link(/^Watch episode/),
        {
          ...sheet(/^Show /),
          target: (page) => page.getByRole("button", { name: /^Show / }).nth(2),
          state: "scroll",
          of: "#featured ~ ul",
        },
        {
          ...sheet("Stop moving the featured series"),
          state: "label",
          of: "#featured ~ div button:last-child",
        },
      ],
    },
    {
      name: "/videos/…",
      path: `/videos/${seriesId}`,
      controls: [
        { name: "the picture", target: (page) => page.locator("button[data-surface]"), ...playing },
        { name: "the space bar", target: { key: " " }, ...playing },
        { name: "the arrow down", target: { key: "ArrowDown" }, state: "address" },
        link("Back"),
        { ...sheet("Mute"), state: "label", of: "main a[href='/'] ~ * button" },
        sheet("Playback settings"),
        { ...sheet("My List"), state: "pressed", of: "button[aria-pressed]" },
        { ...sheet("Share"), state: "toast" },
        sheet("Episodes"),
        { ...sheet(/^Next · /), state: "address" },
      ],
    },
    {
      name: "/search",
      path: "/search",
      controls: [
        ...frame,
        { name: "the field", target: named("combobox", "Search"), state: "focus" },
        { ...link("Cancel"), target: named("button", "Cancel") },
        ...[0, 2, 4].map(
          (at): Control => ({
            name: `term ${at + 1}`,
            target: (page) => page.locator('a[href^="/searchDetail/"]').nth(at),
            state: "address",
          }),
        ),
      ],
    },
    {
      name: "/shopping",
      path: "/shopping",
      controls: [...frame, tab("Search"), choice(0), choice(1), choice(2), link("Browse")],
    },
  ];
}
