import { Bookmark, type LucideIcon, MonitorSmartphone, Play } from "lucide-react";
import type { MessageId } from "../../lib/messages.ts";
import { useMessages } from "../../lib/use-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { withReturn } from "./return-to.ts";

const benefits: { icon: LucideIcon; text: MessageId }[] = [
  { icon: Bookmark, text: "my.gains.list" },
  { icon: Play, text: "my.gains.history" },
  { icon: MonitorSmartphone, text: "my.gains.devices" },
];

/** Renders the benefits of an account, with links to register and to sign in. */
export function GuestWelcome() {
  const t = useMessages();
  return (
    <section
      aria-labelledby="welcome"
      className="rounded-xl border border-line bg-surface bg-[radial-gradient(90%_100%_at_100%_0,color-mix(in_srgb,var(--color-accent)_24%,transparent),transparent_70%)] p-[min(1.25rem,5vw)] md:p-7"
    >
      <h2
        id="welcome"
        className="max-w-96 font-title wrap-anywhere hyphens-auto text-[min(1.75rem,8vw)] leading-[1.12]"
      >
        {t("my.welcome")}
      </h2>
      <ul className="mt-4 space-y-2.5 text-muted">
        {benefits.map(({ icon: Icon, text }) => (
          <li key={text} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-text" />
            <span className="min-w-0 wrap-anywhere hyphens-auto">{t(text)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink
          shape="primary"
          href={withReturn("/login", "/my")}
          className="min-w-[min(11rem,100%)] flex-1"
        >
          {t("login.submit")}
        </ButtonLink>
        <ButtonLink
          shape="quiet"
          href={withReturn("/register", "/my")}
          className="min-w-[min(11rem,100%)] flex-1"
        >
          {t("login.create")}
        </ButtonLink>
      </div>
    </section>
  );
}
