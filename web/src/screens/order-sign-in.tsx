import { withReturn } from "../features/accounts/return-to.ts";
import { NoOrder } from "../features/billing/no-order.tsx";
import { type NamedOrder, orderAddress } from "../features/billing/order-key.ts";
import { useMessages } from "../lib/use-language.ts";
import { visitStore } from "../lib/visit-storage.ts";

/** Renders an order that a guest requests: it may be theirs once they sign in (R38). */
export function OrderSignIn({ page, named }: { page: "easy" | "result"; named: NamedOrder }) {
  const t = useMessages();
  return (
    <NoOrder>
      <p>{t("pay.signInFirst")}</p>
      <a
        href={withReturn("/login", orderAddress(page, named, visitStore))}
        className="primary inline-flex min-h-13 items-center justify-center rounded-lg px-6 py-2 font-semibold"
      >
        {t("pay.signIn")}
      </a>
    </NoOrder>
  );
}
