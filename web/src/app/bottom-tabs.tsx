import { Bookmark, CircleUser, House, LayoutGrid, Search } from "lucide-react";
import { Link } from "wouter";
import { useMessages } from "../lib/use-language.ts";

// Where each leads, and the paths under which it is the current one.
const tabs = [
  { name: "tabs.home", href: "/", Icon: House, holds: /^\/$/ },
  { name: "site.browse", href: "/browse/all", Icon: LayoutGrid, holds: /^\/(?:browse|more)\// },
  { name: "tabs.search", href: "/search", Icon: Search, holds: /^\/search/ },
  { name: "tabs.list", href: "/favorites", Icon: Bookmark, holds: /^\/favorites/ },
  {
    name: "tabs.me",
    href: "/my",
    Icon: CircleUser,
    holds: /^\/(?:my|indiv|hist|unl|login|reg|retr|shop|order)/,
  },
] as const;

/** The five ways through the app under the thumb, on phones; out of the way while somebody types. */
export function BottomTabs({ path }: { path: string }) {
  const t = useMessages();
  return (
    <nav aria-label={t("tabs.label")} className="tabs">
      {tabs.map(({ name, href, Icon, holds }) => (
        <Link key={href} href={href} aria-current={path === href ? "page" : holds.test(path) || undefined}>
          <Icon />
          <span>{t(name)}</span>
        </Link>
      ))}
    </nav>
  );
}
