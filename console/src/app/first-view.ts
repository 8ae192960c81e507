import type { QueryClient } from "@tanstack/react-query";
import { parse } from "regexparam";
import { matchRoute } from "wouter";
import { meQuery } from "../lib/me.ts";
import { screens } from "./screens.ts";

/** Where the addresses of the console begin. */
export const BASE = "/console";

/**
 * Requests what the first view waits for: who is signed in, and the code of the screen at the address. Resolves when the code is
 * there: before the first answer nothing is shown anyway, and then the frame and the screen are rendered at once. Whoever follows an
 * invitation is not signed in yet.
 */
export async function prepareFirstView(client: QueryClient, pathname: string): Promise<void> {
  const path = pathname.slice(BASE.length) || "/";
  if (path === "/welcome") return;
  void client.prefetchQuery(meQuery);
  const screen = screens.find((one) => matchRoute(parse, one.path, path)[0]);
  // Where the screen is shown, it is loaded again and a failure is reported.
  await screen?.load().catch(() => undefined);
}
