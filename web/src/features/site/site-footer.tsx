import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { configQuery } from "./queries.ts";
import { useSite } from "./site-context.ts";
import { Wordmark } from "./wordmark.tsx";

const pages = [
  "termsOfUse",
  "privacyPolicy",
  "contentPolicy",
  "refundPolicy",
  "contactUs",
  "commonQuestions",
  "serviceAgreement",
] as const;

/**
 * Renders the footer: the information pages (R32), the withdrawal, the consent choices where pixels are configured, and the seller.
 * Terms of use and service agreement are the same page.
 */
export function SiteFooter() {
  const t = useMessages();
  const { seller } = useSite();
  const isHydrated = useHydrated();
  const { data } = useQuery(configQuery(useLanguage()));
  return (
    <footer className="gutter mt-16 border-t border-line pt-8 pb-6 text-sm text-muted">
      <Wordmark className="text-text" />
      <ul className="links mt-4">
        {pages.map((page) => (
          <li key={page}>
            <Link href={`/${page === "termsOfUse" ? "serviceAgreement" : page}`}>{t(`footer.${page}`)}</Link>
          </li>
        ))}
        <li>
          <Link href="/withdraw">{t("footer.withdraw")}</Link>
        </li>
        {isHydrated && data?.list.length ? (
          <li>
            <a href="#consent">{t("footer.choices")}</a>
          </li>
        ) : null}
      </ul>
      <address className="mt-4 wrap-anywhere not-italic empty:hidden">
        {Object.values(seller).filter(Boolean).join(" · ")}
      </address>
    </footer>
  );
}
