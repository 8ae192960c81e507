import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { LanguageChooser } from "./language-chooser.tsx";
import { useSite } from "./site-context.ts";
import { Wordmark } from "./wordmark.tsx";

/** The header: logo and language. Further entries join as their screens come to be. */
export function SiteHeader({ className = "" }: { className?: string }) {
  const { t } = useTranslation();
  const site = useSite();
  return (
    <header className={`gutter flex h-14 items-center justify-between md:h-19 ${className}`}>
      <Link href="/" aria-label={t("site.home", { name: site.name })} className="flex min-h-11 items-center">
        <Wordmark />
      </Link>
      <LanguageChooser />
    </header>
  );
}
