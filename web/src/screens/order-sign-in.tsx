import { UserRound } from "lucide-react";
import { withReturn } from "../features/accounts/return-to.ts";
import { NoOrder } from "../features/billing/no-order.tsx";
import { type NamedOrder, orderAddress } from "../features/billing/order-key.ts";
import { useMessages } from "../lib/use-language.ts";
import { visitStore } from "../lib/visit-storage.ts";
import { Message } from "../ui/message.tsx";
import { useAskedAgain } from "./use-session-end.ts";

/** Renders an order that is not the viewer's; a guest's it may be once they sign in (R38). */
export function OrderNotHere({ page, named }: { page: "easy" | "result"; named: NamedOrder }) {
  const t = useMessages();
  const user = useAskedAgain();
  if (user?.kind !== "guest") return <NoOrder />;
  return (
    <NoOrder>
      <p>{t("pay.signInFirst")}</p>
      <SignIn returnTo={orderAddress(page, named, visitStore)} />
    </NoOrder>
  );
}

/** Renders what a member sees whose session ended while they filled in how to pay a choice. */
export function ChoiceSignIn() {
  const t = useMessages();
  return (
    <Message level="h1" icon={<UserRound aria-hidden className="size-7" />} title={t("pay.signedOutTitle")}>
      <p>{t("pay.signedOutText")}</p>
      <SignIn returnTo={location.pathname + location.search} />
    </Message>
  );
}

function SignIn({ returnTo }: { returnTo: string }) {
  const t = useMessages();
  return (
    <a
      href={withReturn("/login", returnTo)}
      className="primary inline-flex min-h-13 items-center justify-center rounded-lg px-6 py-2 font-semibold"
    >
      {t("pay.signIn")}
    </a>
  );
}
