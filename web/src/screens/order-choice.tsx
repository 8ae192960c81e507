import type { PlanList, User } from "@cliffhanger/contract";
import { ChevronLeft, ReceiptText } from "lucide-react";
import { useEffect, useState } from "react";
import { AccountTerms } from "../features/accounts/account-terms.tsx";
import type { AskedChoice } from "../features/billing/choice-address.ts";
import { Consent } from "../features/billing/consent.tsx";
import { KeepBox } from "../features/billing/keep-box.tsx";
import { NoOrder } from "../features/billing/no-order.tsx";
import { OrderSkeleton } from "../features/billing/order-summary.tsx";
import { shoppingAddress } from "../features/billing/selection.ts";
import { type Sold, sellable, soldFor } from "../features/billing/sold.ts";
import { TermsLine } from "../features/billing/terms-line.tsx";
import { useSale } from "../features/billing/use-sale.ts";
import { OtherWays, WalletWays } from "../features/billing/wallet/wallet-ways.tsx";
import { useMessages } from "../lib/use-language.ts";
import { useUser } from "../lib/user.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Failed } from "../ui/failed.tsx";
import { Message } from "../ui/message.tsx";
import { OrderChoiceCard } from "./order-choice-card.tsx";
import { OrderChoiceSummary } from "./order-choice-summary.tsx";
import { ChoiceSignIn } from "./order-sign-in.tsx";
import { useShoppingSeries } from "./shopping-series.tsx";
import { useChoicePayment } from "./use-choice-payment.ts";
import { useSessionEnded } from "./use-session-end.ts";

/** Renders what a choice costs and the ways to pay it, before there is an order. */
export function OrderChoice({ asked }: { asked: AskedChoice }) {
  const { sale, failed, retry } = useSale(asked.seriesId);
  const user = useUser();
  const about = useShoppingSeries(asked.seriesId);
  const hasEnded = useSessionEnded(user);
  if (hasEnded) return <ChoiceSignIn />;
  if (failed) return <Failed level="h1" retry={retry} />;
  if (about.failed && !about.isKnown) return <Failed level="h1" retry={about.retry} />;
  if (!sale || user === undefined || !about.isKnown) return <OrderSkeleton />;
  const sold = soldFor(asked.choice, sellable(sale));
  if (sale.methods.length === 0) return <NoOrder />;
  if (!sold) return <NothingToPay asked={asked} />;
  // An account comes first where a guest's purchase could not be brought to them by email.
  if (user.kind === "guest" && !sale.forGuests) return <ToShopping asked={asked} about={about} />;
  return <Offered {...{ asked, sale, sold, user, about }} refresh={retry} />;
}

function Offered(props: PayableProps) {
  const { asked, about } = props;
  // Judged when the page opens: a payment that is under way stays on the page until it has ended.
  const [isOwned] = useState(asked.choice.kind === "unlock" && about.series?.entitledBy === "purchase");
  return isOwned ? <NothingToPay asked={asked} /> : <Payable {...props} />;
}

/** Renders what somebody sees who comes back to a choice that they have paid, or that has left the shop. */
function NothingToPay({ asked: { seriesId, number } }: { asked: AskedChoice }) {
  const t = useMessages();
  return (
    <Message level="h1" icon={<ReceiptText aria-hidden className="size-7" />} title={t("pay.nothingTitle")}>
      <p>{t("pay.nothingText")}</p>
      <ButtonLink shape="primary" href={addressBefore(seriesId, number)}>
        {t("orders.goOn")}
      </ButtonLink>
    </Message>
  );
}

/** Returns where somebody came from who chose: the episode, or the plans. */
function addressBefore(seriesId: string | null, number: number | null): string {
  if (seriesId === null) return "/shopping";
  return number === null ? `/videos/${seriesId}` : `/videos/${seriesId}?ep=${number}`;
}

/** Leaves for the page where a purchase begins with an account. */
function ToShopping({ asked, about }: { asked: AskedChoice; about: ReturnType<typeof useShoppingSeries> }) {
  const episodeId = about.list.find(({ number }) => number === asked.number)?.id ?? null;
  const address = shoppingAddress({
    seriesId: asked.seriesId,
    episodeId,
    choice: asked.choice,
    method: null,
  });
  useEffect(() => location.replace(address), [address]);
  return <OrderSkeleton />;
}

interface PayableProps {
  asked: AskedChoice;
  sale: PlanList;
  sold: Sold;
  user: User;
  about: ReturnType<typeof useShoppingSeries>;
  refresh: () => void;
}

/** Renders a choice that can be paid: what it costs, the terms with one box, and the ways to pay. */
function Payable({ asked, sale, sold, user, about, refresh }: PayableProps) {
  const t = useMessages();
  const { seriesId } = asked;
  const episode = about.list.find(({ number }) => number === asked.number) ?? null;
  const episodeId = episode?.id ?? null;
  const back = addressBefore(seriesId, episode?.number ?? null);
  const { consent, agreed, agree, messageAbout, isAgreed, step, setStep, ...pay } = useChoicePayment({
    asked,
    episodeId,
    sale,
    sold,
    user,
    back,
    refresh,
  });
  const title =
    sold.kind === "unlock" ? t("offer.unlockNamed", { title: about.title ?? "" }) : sold.plan.name;
  const card = sale.methods.find((method) => method.type === "card");
  const wallet = sale.methods.find((method) => method.type === "wallet");
  const offersPaypal = sale.methods.some(({ type }) => type === "paypal");
  const onPaypal = offersPaypal ? () => void (isAgreed() && pay.payByPaypal()) : null;
  const keep = sold.kind === "unlock" ? sale.consent.keep : null;
  const keepPaypal =
    keep && offersPaypal ? <KeepBox text={keep.paypal} kept={pay.kept} onKeep={pay.keep} /> : null;
  const periodDays = sold.kind === "subscribe" ? sold.plan.periodDays : null;
  const termsOf = (method: "card" | "paypal" | "any") => (
    <TermsLine price={sold.price} periodDays={periodDays} method={method} begins={sale.at} />
  );
  const above = termsOf(card ? "any" : "paypal");
  const form = card ? (
    <OrderChoiceCard
      gateway={card}
      price={sold.price}
      email={user.email ?? ""}
      step={step}
      onStep={setStep}
      isAgreed={isAgreed}
      open={pay.openByCard}
      answersFor={pay.answersFor}
      terms={termsOf("card")}
      keep={keep}
    />
  ) : null;
  // Below the wallets, whose height is known once they are decided.
  const rest = (
    <>
      {form}
      <a href={back} className="inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-text">
        <ChevronLeft aria-hidden className="-ml-1 size-5" />
        {t("pay.back")}
      </a>
    </>
  );
  return (
    <div className="space-y-5">
      <OrderChoiceSummary title={title} price={sold.price} series={about.series} episode={episode} />
      <div ref={consent}>
        <Consent
          text={sold.kind === "unlock" ? sale.consent.unlockText : sale.consent.text}
          agreed={agreed}
          onAgree={agree}
          fault={messageAbout("agree")}
        >
          {user.kind === "guest" ? <AccountTerms /> : null}
        </Consent>
      </div>
      <p role="alert" className="rounded-lg border border-accent bg-raised px-4 py-3 text-sm empty:hidden">
        {messageAbout("pay")}
      </p>
      {wallet ? (
        <WalletWays
          gateway={wallet}
          use={sold}
          title={title}
          busy={step !== "idle"}
          terms={above}
          onPaypal={onPaypal}
          keepPaypal={keepPaypal}
          mayOpen={isAgreed}
          onAuthorised={(authorised) => void pay.payByWallet(authorised)}
        >
          {rest}
        </WalletWays>
      ) : (
        <>
          {onPaypal ? <p className="text-sm text-text/85">{above}</p> : null}
          <OtherWays
            isFirst
            busy={step !== "idle"}
            onPaypal={onPaypal}
            keepPaypal={keepPaypal}
            hasCard={card !== undefined}
          >
            {rest}
          </OtherWays>
        </>
      )}
    </div>
  );
}
