/** Derived from the table of screens by `web/build/screens.ts`. */
declare module "virtual:screen-sources" {
  import type { ScreenName } from "@cliffhanger/contract/screens";

  /** The sources of the chunks that a screen needs, such as `src/screens/watch.tsx`: before hydration, and right after. */
  export const screenSources: Readonly<
    Record<ScreenName, { first: readonly string[]; also: readonly string[] }>
  >;
}
