import { useMessages } from "../../lib/use-language.ts";

/** Renders the geometry of a checkout while its prices load. */
export function CheckoutSkeleton({ rows = 4 }: { rows?: number }) {
  const t = useMessages();
  const rowIndexes = Array.from({ length: rows }, (_, index) => index);
  return (
    <div>
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <div aria-hidden className="animate-pulse space-y-2.5">
        {rowIndexes.map((index) => (
          <span key={index} className="block h-18 rounded-lg bg-raised" />
        ))}
        <span className="mt-4 flex gap-2.5">
          <span className="h-12 flex-1 rounded-md bg-raised" />
          <span className="h-12 flex-1 rounded-md bg-raised" />
        </span>
        <span className="mt-6 block h-13 rounded-lg bg-raised" />
      </div>
    </div>
  );
}
