import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { LanguageChooser } from "./language-chooser.tsx";
import { useSite } from "./site-context.ts";
import { UserEntry } from "./user-entry.tsx";
import { Wordmark } from "./wordmark.tsx";

interface SiteHeaderProps {
  /** How it is displayed: `flex`, or `flex` only on wide screens. */
  className: string;
  /** The navigation: a strip under the logo on a phone, next to it from 768 px. */
  children: ReactNode;
}

/** Renders the header: logo, navigation, search where no tab leads to it, language, user (R30). */
export function SiteHeader({ className, children }: SiteHeaderProps) {
  const t = useMessages();
  const site = useSite();
  return (
    <header className={`gutter site-head ${className}`}>
      <Link href="/" aria-label={t("site.home", { name: site.name })} className="flex min-h-14 items-center">
        <Wordmark />
      </Link>
      <div>{children}</div>
      <div className="-mr-2.5 flex gap-1">
        <Link
          href="/search"
          aria-label={t("tabs.search")}
          title={t("tabs.search")}
          className="hidden size-[44px] items-center justify-center rounded-full hover:bg-white/10 md:inline-flex"
        >
          <Search className="size-6 max-w-[28px]" />
        </Link>
        <LanguageChooser />
        <UserEntry />
      </div>
    </header>
  );
}
