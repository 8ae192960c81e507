import type { ComponentProps } from "react";
import { useRecheckedGuest } from "../features/accounts/use-rechecked-guest.ts";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";
import type { Guard } from "../loader/screen.ts";
import { MembersOnly, Pending } from "./members-only.tsx";

const ClaimedView = lazyOnOpen(() => import("./claimed-view.tsx").then(({ ClaimedView }) => ClaimedView), {
  messages: ["account"],
});

/**
 * Guards a screen whose row says `access: "buyer"` (R38): a member sees it, and so does a guest who bought. The browser of a
 * purchase that was claimed elsewhere learns whose it is now. All others sign in and come back.
 */
export function BuyersOnly({ Screen }: ComponentProps<Guard>) {
  const { user } = useRecheckedGuest();
  if (user?.purchase) return <Screen />;
  if (user?.claimed) return <ClaimedView maskedEmail={user.claimed.maskedEmail} place={<Pending />} />;
  return <MembersOnly Screen={Screen} />;
}
