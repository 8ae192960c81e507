import { type ComponentProps, createElement } from "react";
import { useOwnSearch } from "../lib/use-own-search.ts";
import type { Guard } from "../loader/screen.ts";
import { useLeaveWhenSignedIn } from "./leave-form.ts";

/** Guards a screen whose row says `access: "guest"`: visitors who are signed in go back to where they came from. */
export function GuestsOnly({ Screen }: ComponentProps<Guard>) {
  // To connect Facebook, a member confirms once more who they are.
  const linking = new URLSearchParams(useOwnSearch()).get("link") === "facebook";
  useLeaveWhenSignedIn(!linking);
  return createElement(Screen);
}
