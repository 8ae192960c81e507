import type { PlanList } from "@cliffhanger/contract";
import { Clapperboard } from "lucide-react";
import { useLocation, useSearch } from "wouter";
import { AccountTerms } from "../features/accounts/account-terms.tsx";
import { CheckoutForm } from "../features/billing/checkout-form.tsx";
import { CheckoutSkeleton } from "../features/billing/checkout-skeleton.tsx";
import { MembershipNote } from "../features/billing/membership-note.tsx";
import { MembershipPlans } from "../features/billing/membership-plans.tsx";
import { PayingFacts } from "../features/billing/paying-facts.tsx";
import { readSelection, type Selection, shoppingAddress } from "../features/billing/selection.ts";
import { isNothingSold, runningMembership, sellable } from "../features/billing/sold.ts";
import { useCheckout } from "../features/billing/use-checkout.ts";
import { useSale } from "../features/billing/use-sale.ts";
import { useSite } from "../features/site/site-context.ts";
import { JoinStep } from "../flows/join-step.tsx";
import { useMember } from "../flows/use-member.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Failed } from "../ui/failed.tsx";
import { Message } from "../ui/message.tsx";
import { ShoppingSeries, useShoppingSeries } from "./shopping-series.tsx";

/**
 * `/shopping`: the plans, their payment methods, and with `?series=` permanent access to that series (R25). Open to
 * all.
 */
export function ShoppingScreen() {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(t("titles.shopping", { site: name }));
  const isHydrated = useHydrated();
  const wanted = readSelection(useSearch());
  // The server renders no choice: its terms contain dates in the browser's time zone.
  const selection = isHydrated ? wanted : { ...wanted, episodeId: null, choice: null, method: null };
  const { sale, failed, retry } = useSale(selection.seriesId);
  if (sale && isNothingSold(sale)) {
    return (
      <>
        <Heading />
        <Closed />
      </>
    );
  }
  return (
    <div className="gutter mx-auto min-h-dvh max-w-5xl pb-4 md:py-4">
      <div className="md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] md:items-start md:gap-10">
        <div className="min-w-0">
          <h1 className="flex min-h-14 items-center py-2 font-title text-[min(1.9375rem,9vw)] leading-[1.1] wrap-break-word">
            {t("money.shopping")}
          </h1>
          <p className="mb-5 text-muted">{t("money.lead")}</p>
          {selection.seriesId ? (
            <ShoppingSeries id={selection.seriesId} episodeId={selection.episodeId} />
          ) : null}
          <div className="hidden md:block">{sale ? <PayingFacts methods={sale.methods} /> : null}</div>
        </div>
        <div className="min-w-0 md:rounded-xl md:border md:border-line md:bg-surface md:p-6">
          {sale ? (
            <Checkout sale={sale} selection={selection} />
          ) : failed ? (
            <Failed retry={retry} />
          ) : (
            <CheckoutSkeleton rows={3} />
          )}
        </div>
      </div>
      <div className="mt-8 md:hidden">{sale ? <PayingFacts methods={sale.methods} /> : null}</div>
    </div>
  );
}

function Heading() {
  const t = useMessages();
  return (
    <h1 className="gutter mb-2 flex min-h-14 items-center py-2 font-title text-[min(1.9375rem,9vw)] leading-[1.1] wrap-break-word">
      {t("money.shopping")}
    </h1>
  );
}

function Checkout({ sale: fullSale, selection }: { sale: PlanList; selection: Selection }) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const user = useMember();
  const { unlockText, title } = useShoppingSeries(selection.seriesId);
  const sale = sellable(fullSale);
  const checkout = useCheckout({
    sale,
    selection,
    onSelect: (next) => navigate(shoppingAddress(next), { replace: true }),
    member: user === undefined ? undefined : user !== null,
  });
  const { sold } = checkout;
  if (checkout.step === "join" && sold) {
    return (
      <JoinStep
        name={sold.kind === "unlock" ? t("offer.unlockNamed", { title: title ?? "" }) : sold.plan.name}
        price={sold.price}
        returnTo={shoppingAddress(checkout.selection)}
        hasAgreed={checkout.hasAgreed}
        onJoined={checkout.joined}
        onBack={checkout.back}
      />
    );
  }
  const membership = runningMembership(fullSale.subscription);
  return (
    <>
      {membership ? <MembershipNote subscription={membership} manage /> : null}
      {isNothingSold({ ...sale, subscription: null }) ? null : (
        <CheckoutForm
          sale={sale}
          checkout={checkout}
          unlockText={unlockText}
          {...(user === null ? { accountTerms: <AccountTerms /> } : {})}
          footClassName="max-md:tall:sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 mt-4 border-t border-line bg-ground px-4 py-3 md:mx-0 md:border-0 md:bg-transparent md:p-0"
        />
      )}
      {membership ? <MembershipPlans sale={fullSale} subscription={membership} /> : null}
    </>
  );
}

function Closed() {
  const t = useMessages();
  return (
    <Message icon={<Clapperboard aria-hidden className="size-7" />} title={t("money.closedTitle")}>
      <p>{t("money.closedText")}</p>
      <ButtonLink shape="primary" href="/browse/all">
        {t("money.browse")}
      </ButtonLink>
    </Message>
  );
}
