import type { Membership } from "@cliffhanger/contract";
import { CircleUser } from "lucide-react";
import { Link } from "wouter";
import { initialOf } from "../../lib/initial.ts";
import { useMessages } from "../../lib/use-language.ts";
import { useUser } from "../../lib/user.ts";

/**
 * Renders the link to the user's own screens (R30), with the name and the state of the membership, also as text
 * (R46).
 */
export function UserEntry() {
  const t = useMessages();
  const user = useUser();
  const warning = user && warningOf(user.membership);
  const name = user?.displayName || user?.email || "";
  const parts = [t("tabs.me"), name, user?.membership.planName, warning && t(`site.${warning}`)];
  const label = parts.filter(Boolean).join(", ");
  const isLive = user && ["trialing", "active", "past_due"].includes(user.membership.state);
  return (
    <Link
      href="/my"
      aria-label={label}
      title={label}
      className="relative inline-flex size-[44px] items-center justify-center rounded-full hover:bg-white/10"
    >
      {user?.kind === "member" ? (
        // An avatar of the name, not another word of the page.
        <span
          data-initial={initialOf(name)}
          className={`flex size-[30px] items-center justify-center rounded-full border-2 bg-raised text-[15px] leading-none font-semibold before:content-[attr(data-initial)] ${isLive ? "border-gold" : "border-line"}`}
        />
      ) : (
        <CircleUser className="size-6 max-w-[28px]" />
      )}
      {warning ? <span className="absolute top-1.5 right-1.5 size-2.5 rounded-full bg-accent" /> : null}
    </Link>
  );
}

function warningOf({ state, cancelAtPeriodEnd }: Membership): "pastDue" | "ending" | null {
  if (state === "past_due") return "pastDue";
  return cancelAtPeriodEnd && (state === "active" || state === "trialing") ? "ending" : null;
}
