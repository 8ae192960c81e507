import type { Episode, PlanList, Series } from "@cliffhanger/contract";
import { Crown } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { AccountTerms } from "../features/accounts/account-terms.tsx";
import { ClaimedNote } from "../features/accounts/claimed.tsx";
import { withReturn } from "../features/accounts/return-to.ts";
import { useRecheckedGuest } from "../features/accounts/use-rechecked-guest.ts";
import { trackPaidOrder } from "../features/attribution/track-paid-order.ts";
import { CheckoutForm } from "../features/billing/checkout-form.tsx";
import { CheckoutSkeleton } from "../features/billing/checkout-skeleton.tsx";
import { choiceAddress } from "../features/billing/choice-address.ts";
import { Choices } from "../features/billing/choices.tsx";
import { MembershipNote } from "../features/billing/membership-note.tsx";
import { forgetPending } from "../features/billing/pending-order.ts";
import type { Selection } from "../features/billing/selection.ts";
import { runningMembership, sellable } from "../features/billing/sold.ts";
import { useCheckout } from "../features/billing/use-checkout.ts";
import { useSale } from "../features/billing/use-sale.ts";
import { LastLine } from "../features/playback/last-line.tsx";
import { cookiesWork } from "../lib/cookies.ts";
import { storage } from "../lib/storage.ts";
import { track } from "../lib/track.ts";
import { useMessages } from "../lib/use-language.ts";
import { visitStore } from "../lib/visit-storage.ts";
import { loadScreen } from "../loader/client/load-screen.ts";
import { Failed } from "../ui/failed.tsx";
import { Picture } from "../ui/picture.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { JoinStep } from "./join-step.tsx";
import { useMember } from "./use-member.ts";

/** What the sheet is about. */
export interface UnlockSheetProps {
  open: boolean;
  onClose: () => void;
  series: Series;
  episode: Episode;
  /** The episode before it, if this viewer has just seen it. */
  seen: Episode | null;
  /** The numbers of the first and the last episode that an unlock opens by now. */
  from: number;
  to: number;
}

/**
 * Renders where the story stopped and how it goes on, what opens the next episode, with every price in full, and a way
 * back (R31).
 */
export function UnlockSheet({ open, onClose, series, episode, seen, from, to }: UnlockSheetProps) {
  const t = useMessages();
  const { sale, failed, retry } = useSale(series.id);
  const about = { seriesId: series.id, episodeId: episode.id };
  // Kept here: what was chosen is there again when the sheet is opened once more.
  const [selection, setSelection] = useState<Selection>({ ...about, choice: null, method: null });
  const total = sale?.unlock;
  useEffect(() => {
    if (open) track("paywall_view", { seriesId: series.id, episodeId: episode.id });
  }, [open, series.id, episode.id]);
  const isNamed = episode.title !== "" && episode.title !== t("series.episode", { number: episode.number });
  const rest = t("offer.rest", { count: total?.episodes ?? to - from + 1 });
  return (
    <Sheet
      open={open}
      onClose={() => {
        forgetPending(visitStore);
        onClose();
      }}
      title={t("offer.title", { number: episode.number })}
      note={[
        isNamed ? t("offer.nextNamed", { title: episode.title }) : "",
        total ? t("offer.total", { rest, price: total.price.display }) : rest,
      ]}
      lead={
        <Picture
          image={series.poster}
          sizes="56px"
          className="relative h-20 w-13.5 shrink-0 rounded-sm cramped:hidden"
        />
      }
    >
      {seen ? <LastLine episode={seen} /> : null}
      {sale ? (
        <Contents
          sale={sale}
          selection={{ ...selection, ...about }}
          onSelect={setSelection}
          series={series}
          episode={episode}
          from={from}
          to={to}
        />
      ) : failed ? (
        <Failed retry={retry} />
      ) : (
        <CheckoutSkeleton />
      )}
    </Sheet>
  );
}

interface ContentsProps extends Omit<UnlockSheetProps, "open" | "onClose" | "seen"> {
  sale: PlanList;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

function Contents({ sale: all, selection, onSelect, series, episode, from, to }: ContentsProps) {
  const t = useMessages();
  const user = useMember();
  const { claimed, purchase } = useRecheckedGuest().user ?? {};
  const sale = sellable(all);
  // A guest who bought may buy again with the card that this session saved; the address is known.
  const buysAgain = Boolean(purchase) && sale.saved.length > 0;
  const checkout = useCheckout({
    sale,
    selection,
    onSelect,
    member: user === undefined ? undefined : user !== null || buysAgain,
    onPaid: (order) => trackPaidOrder(order, storage),
  });
  // Without a saved method a choice is paid on a document of its own: wallets' buttons are there, not here, and a guest needs no
  // account. Without cookies the next document would not know who comes.
  const isPaidThere =
    sale.saved.length === 0 && sale.methods.length > 0 && cookiesWork() && (user !== null || sale.forGuests);
  useEffect(() => {
    // While the choices are read: the document needs no further trip for its code. A tap requests again what is missing then.
    if (isPaidThere) loadScreen("orderEasy").catch(() => undefined);
  }, [isPaidThere]);
  const here = `/videos/${series.id}?ep=${episode.number}`;
  const { sold } = checkout;
  if (checkout.step === "join" && sold) {
    return (
      <JoinStep
        name={sold.kind === "unlock" ? t("offer.unlockNamed", { title: series.title }) : sold.plan.name}
        price={sold.price}
        returnTo={here}
        hasAgreed={checkout.hasAgreed}
        onJoined={checkout.joined}
        onBack={checkout.back}
      />
    );
  }
  const membership = runningMembership(all.subscription);
  const unlockText = t(series.completed ? "offer.rangeWhole" : "offer.range", { from, to });
  const claimedNote = claimed ? <ClaimedNote returnTo={here} /> : null;
  const signIn =
    user === null && !claimed ? (
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <Crown aria-hidden className="size-4 text-gold" />
        {t("offer.memberAlready")}
        <Link
          href={withReturn("/login", here)}
          className="inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4"
        >
          {t("login.submit")}
        </Link>
      </p>
    ) : null;
  const membershipNote = membership ? <MembershipNote subscription={membership} /> : null;
  if (user === undefined) return <CheckoutSkeleton />;
  if (isPaidThere)
    return (
      <div className="space-y-4">
        {claimedNote}
        {membershipNote}
        <Choices
          plans={sale.plans}
          lastPlan={sale.resume}
          unlock={sale.unlock && { ...sale.unlock, text: unlockText }}
          chosen={null}
          onChoose={checkout.choose}
          fault={checkout.fault?.message ?? null}
          hrefOf={(choice) => choiceAddress({ seriesId: series.id, number: episode.number, choice })}
        />
        {signIn}
      </div>
    );
  return (
    <>
      {claimedNote}
      {membershipNote}
      <CheckoutForm
        brief
        sale={sale}
        checkout={checkout}
        {...(user === null ? { accountTerms: <AccountTerms /> } : {})}
        unlockText={unlockText}
        footClassName="-mx-4 mt-4 -mb-[max(1.25rem,env(safe-area-inset-bottom))] border-t border-line bg-surface px-4 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] bottom-[calc(-1*max(1.25rem,env(safe-area-inset-bottom)))] roomy:sticky"
      >
        {signIn}
      </CheckoutForm>
    </>
  );
}
