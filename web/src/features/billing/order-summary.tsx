import type { Order } from "@cliffhanger/contract";
import { useMessages } from "../../lib/use-language.ts";

/** Renders what is paid for, and how much, as the headline of the payment page. */
export function OrderSummary({ order }: { order: Order }) {
  const t = useMessages();
  return (
    <section
      aria-labelledby="order"
      className="rounded-xl border border-line bg-surface bg-[radial-gradient(100%_120%_at_100%_0,color-mix(in_srgb,var(--color-accent)_20%,transparent),transparent_70%)] p-[min(1.25rem,5vw)]"
    >
      <h1 id="order" className="font-title text-xl wrap-break-word">
        {order.title}
      </h1>
      <p className="tabular mt-2 text-[min(3rem,13vw)] leading-[1.04] font-bold">{order.total.display}</p>
      {order.lines.length > 1 ? (
        <ul className="tabular mt-3 space-y-1 text-sm">
          {order.lines.map(({ title, display }) => (
            <li key={title} className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 wrap-break-word">{title}</span>
              <span className="ml-auto">{display}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="tabular mt-2 text-sm text-muted">{t("orders.number", { number: order.number })}</p>
    </section>
  );
}

/** Renders the geometry of the order's page while it loads. */
export function OrderSkeleton() {
  const t = useMessages();
  return (
    <div>
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <div aria-hidden className="animate-pulse space-y-4">
        <span className="block h-34 rounded-xl bg-surface" />
        <span className="block h-20 rounded-lg bg-surface" />
        <span className="block h-20 rounded-lg bg-surface" />
        <span className="block h-20 rounded-lg bg-surface" />
        <span className="block h-13 rounded-lg bg-surface" />
      </div>
    </div>
  );
}
