import type { Page } from "@playwright/test";

/** The number of series that a list asks for at once. */
export const pageSize = 24;

/** Returns the links to series in the main part of a page. */
export const posters = (page: Page) => page.locator("main a[href^='/videos/']");

/** Returns the field of the search. */
export const field = (page: Page) => page.getByRole("combobox", { name: "Search" });
