import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../lib/use-language.ts";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";
import { Sheet } from "../ui/sheet.tsx";

const CategoryList = lazyOnOpen(
  () => import("../features/catalogue/category-list.tsx").then(({ CategoryList }) => CategoryList),
  { messages: ["lists"], styles: "core" },
);

const entry = "flex min-h-11 items-center text-muted hover:text-text aria-[current]:text-text";

/** The ways into the catalogue, in the header (R30): categories in a sheet, recommendations, every series. */
export function MainNav({ path }: { path: string }) {
  const t = useMessages();
  const [open, setOpen] = useState(false);
  const link = (href: string, name: string) => (
    <Link href={href} aria-current={path === href ? "page" : undefined} className={`marked ${entry}`}>
      {name}
    </Link>
  );
  return (
    <nav className="flex flex-wrap gap-x-6 text-sm font-medium md:gap-x-7 md:text-base">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={entry}>
        {t("site.categories")}
      </button>
      {link("/more/recommended", t("site.recommend"))}
      {link("/browse/all", t("site.browse"))}
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t("site.categories")}
        load={CategoryList.prefetch}
      >
        <CategoryList onChosen={() => setOpen(false)} />
      </Sheet>
    </nav>
  );
}
