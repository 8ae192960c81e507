import { useSite } from "./site-context.ts";
import { Wordmark } from "./wordmark.tsx";

/** The footer: whose site this is. The information pages' links join it with those pages. */
export function SiteFooter() {
  const { seller } = useSite();
  const lines = [seller.name, seller.address, seller.email].filter((line) => line !== "");
  return (
    <footer className="gutter mt-16 border-t border-line pt-8 pb-[max(2.5rem,env(safe-area-inset-bottom))] text-sm text-muted">
      <Wordmark className="text-text" />
      {lines.length > 0 ? (
        <address className="mt-3 not-italic">
          {lines.map((line) => (
            <span key={line} className="block whitespace-pre-line">
              {line}
            </span>
          ))}
        </address>
      ) : null}
    </footer>
  );
}
