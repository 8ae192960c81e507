import type { CodeLoading } from "@cliffhanger/contract/page-state";
import type { ScreenName } from "@cliffhanger/contract/screens";
import type { ComponentType } from "react";
import type { MessageGroup, MessageId } from "../lib/messages.ts";

/** The component of a screen; `Pending` holds its place until it is known whether the visitor has access. */
export type ScreenComponent = ComponentType & { Pending?: ComponentType };

/** Who may see a screen. `buyer`: members, and guests who bought; `guest`: only visitors who are not signed in; `order`: whoever has an order's key. */
export type Access = "anyone" | "member" | "buyer" | "guest" | "order";

/** Renders a screen for visitors who have access, and does something else for others. */
export type Guard = ComponentType<{ Screen: ScreenComponent }>;

/** Which style sheet a screen or a part needs: the first one, which every page has, or the one with all classes. */
export type Styles = "core" | "full";

/** The title `titles.{name}` of the messages. */
type Title = MessageId extends infer Id ? (Id extends `titles.${infer Name}` ? Name : never) : never;

/** What the head says of a page: by its content, or a title of its own and nothing else. */
export type Describe = "home" | "series" | "list" | "text" | "results" | "notFound" | { title: Title };

/**
 * Says how a screen is loaded and rendered. `web/build/screen-table.ts` reads the rows as text: `load`, `also`, `boot` and
 * `styles` are literals.
 */
export interface Screen {
  load: () => Promise<ScreenComponent>;
  /** Message groups, in addition to `core`. */
  messages: readonly MessageGroup[];
  /** Other chunks that the screen will need at once. */
  also?: readonly (() => Promise<unknown>)[];
  /** When the code of a page that opens with this screen is loaded. */
  code: CodeLoading;
  /** Scripts that run before the app, from `web/src`. They share no chunk with it. */
  boot?: readonly string[];
  /** Screens to prefetch when the browser is idle. */
  next: readonly ScreenName[];
  /** What is around the screen; `player` hides the footer, and on phones the header. */
  frame: "full" | "player" | "none";
  access: Access;
  /** The screen has a document of its own: navigation to and from it loads a page, and nothing else runs on it. */
  isolated?: true;
  /** Whether search engines may keep it; a screen may still refuse by what it shows. */
  index: boolean;
  describe: Describe;
  styles: Styles;
}
