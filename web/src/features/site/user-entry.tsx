import type { Membership } from "@cliffhanger/contract";
import { CircleUser } from "lucide-react";
import { Link } from "wouter";
import { initialOf } from "../../lib/initial.ts";
import { useMessages } from "../../lib/use-language.ts";
import { useUser } from "../../lib/user.ts";

/** The way to one's own area (R30): who is signed in, and how the membership stands, at a glance and in words (R46). */
export function UserEntry() {
  const t = useMessages();
  const user = useUser();
  const worry = user && worryOf(user.membership);
  const name = user?.displayName || user?.email || "";
  const words = [t("tabs.me"), name, user?.membership.planName, worry && t(`site.${worry}`)];
  const label = words.filter(Boolean).join(", ");
  const live = user && ["trialing", "active", "past_due"].includes(user.membership.state);
  return (
    <Link
      href="/my"
      aria-label={label}
      title={label}
      className="relative inline-flex size-[44px] items-center justify-center rounded-full hover:bg-white/10"
    >
      {user?.kind === "member" ? (
        // A picture of the name, not one more word of the page.
        <span
          data-initial={initialOf(name)}
          className={`flex size-[30px] items-center justify-center rounded-full border-2 bg-raised text-[15px] leading-none font-semibold before:content-[attr(data-initial)] ${live ? "border-gold" : "border-line"}`}
        />
      ) : (
        <CircleUser className="size-6 max-w-[28px]" />
      )}
      {worry ? <span className="absolute top-1.5 right-1.5 size-2.5 rounded-full bg-accent" /> : null}
    </Link>
  );
}

function worryOf({ state, cancelAtPeriodEnd }: Membership): "pastDue" | "ending" | null {
  if (state === "past_due") return "pastDue";
  return cancelAtPeriodEnd && (state === "active" || state === "trialing") ? "ending" : null;
}
