import type { Order } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Check, Crown, LockOpen, Play } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { withReturn } from "../features/accounts/return-to.ts";
import { tellPaid } from "../features/attribution/paid.ts";
import { episodeAfterPaying } from "../features/billing/go-on.ts";
import { originOf } from "../features/billing/order-origin.ts";
import { openedEpisodeQuery, paymentsQuery } from "../features/billing/queries.ts";
import { ReceiptLink } from "../features/billing/receipt-link.tsx";
import { episodesQuery, seriesQuery } from "../features/catalogue/series-queries.ts";
import { useMember } from "../flows/use-member.ts";
import { ApiError } from "../lib/api.ts";
import { formatDate } from "../lib/format.ts";
import { storage } from "../lib/storage.ts";
import { useAutoplay } from "../lib/use-autoplay.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { visitStore } from "../lib/visit-storage.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";

/** How long one may look at it before the story goes on. */
const seconds = 8;

const headings = {
  unlock: "result.paid.unlock",
  subscribe: "result.paid.member",
  change: "result.paid.member",
  renewal: "result.paid.renewed",
} as const;

/** A paid order: what is one's own now, the receipt, and the very episode that waited (R27). */
export function OrderPaid({ order }: { order: Order }) {
  const t = useMessages();
  const onward = useOnward(order);
  const member = useMember();
  useEffect(() => tellPaid(order, storage), [order]);
  const Icon = order.kind === "unlock" ? LockOpen : Crown;
  return (
    <div className="flex flex-col items-center text-center">
      <div role="status" className="mt-6 flex flex-col items-center">
        <span className="relative flex size-18 items-center justify-center rounded-full bg-[radial-gradient(circle,color-mix(in_srgb,var(--color-gold)_38%,transparent),transparent_72%)] transition-[opacity,scale] duration-250 ease-out starting:scale-75 starting:opacity-0">
          <span className="flex size-12 items-center justify-center rounded-full bg-gold text-black">
            <Check aria-hidden className="size-7" />
          </span>
        </span>
        <h1 className="mt-4 font-title text-[min(1.9375rem,9vw)] leading-[1.1] wrap-break-word">
          {t(headings[order.kind])}
        </h1>
      </div>
      {member === null ? <SignInFirst onward={onward} /> : <Continue onward={onward} />}
      <section
        aria-label={t("result.paid.what")}
        className="mt-7 w-full rounded-xl border border-line bg-surface p-[min(1.25rem,5vw)] text-left"
      >
        <p className="flex items-start gap-3">
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-gold" />
          <span className="min-w-0 flex-1 font-medium wrap-break-word">{order.title}</span>
          <span className="tabular font-semibold">{order.total.display}</span>
        </p>
        <p className="mt-2 text-sm text-muted">
          <Future order={order} />
        </p>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
          <span className="tabular">{t("orders.number", { number: order.number })}</span>
          {/* Whoever came by a mail's link has it in their mail. */}
          {order.receiptUrl && member ? <ReceiptLink url={order.receiptUrl} number={order.number} /> : null}
        </div>
      </section>
    </div>
  );
}

/** What comes after: nothing, a charge on a day, or a mail with a link. */
function Future({ order }: { order: Order }) {
  const t = useMessages();
  const member = useMember();
  const bought = order.kind !== "unlock";
  const { data } = useQuery({ ...paymentsQuery(useLanguage()), enabled: Boolean(member) && bought });
  if (!bought) return t("result.paid.forGood");
  const subscription = data?.subscription;
  const manual = (subscription?.renewalMode ?? order.renewalMode) === "manual";
  if (!subscription)
    return t(manual ? "result.paid.manualSome" : "result.paid.renewsSome", { count: order.periodDays ?? 0 });
  const date = formatDate(subscription.renewsAt);
  if (manual) return t("result.paid.manual", { date });
  const price = subscription.nextCharge?.display ?? subscription.plan.price.display;
  return t("result.paid.renews", { date, price });
}

interface Onward {
  href: string;
  number: number;
  title: string;
  poster: Parameters<typeof Picture>[0]["image"];
}

/** The episode that waited: the one the order was opened from, which also tells the series of a membership, or the next best. */
function useOnward(order: Order): Onward | null | undefined {
  const language = useLanguage();
  const { seriesId: origin } = originOf(visitStore, order);
  const asked = useQuery({
    ...openedEpisodeQuery(order.episodeId ?? "", language),
    enabled: order.episodeId !== null && origin === null,
  });
  // To whoever is not signed in it is locked still, and the offer names its series all the same.
  const offered = asked.error instanceof ApiError ? asked.error.offer?.seriesId : undefined;
  const seriesId = origin ?? asked.data?.seriesId ?? offered ?? null;
  const enabled = seriesId !== null;
  const series = useQuery({ ...seriesQuery(seriesId ?? "", language), enabled, staleTime: 0 });
  const list = useQuery({ ...episodesQuery(seriesId ?? "", language), enabled, staleTime: 0 });
  if (asked.isLoading || series.isLoading || list.isLoading) return undefined;
  if (!series.data || !list.data) return null;
  const episode = episodeAfterPaying(list.data.list, order.episodeId, series.data.progress?.episodeId);
  if (!episode) return null;
  return {
    href: `/videos/${series.data.id}?ep=${episode.number}`,
    number: episode.number,
    title: series.data.title,
    poster: series.data.poster,
  };
}

/**
 * Whoever comes with an order's key alone: a browser that keeps nothing has lost them on the way to the card form, and a mail's
 * link opens in any browser. What they bought is their account's, so that is where it goes on.
 */
function SignInFirst({ onward }: { onward: Onward | null | undefined }) {
  const t = useMessages();
  return (
    <div className="mt-7 flex w-full flex-col items-center">
      {onward ? <Waiting onward={onward} /> : null}
      <p className="mt-3 max-w-sm text-balance text-muted">{t("result.paid.signInText")}</p>
      <ButtonLink
        shape="primary"
        href={withReturn("/login", onward?.href ?? "/")}
        className="mt-4 w-full max-w-sm"
      >
        {t("join.signIn")}
      </ButtonLink>
    </div>
  );
}

function Waiting({ onward: { poster, title } }: { onward: Onward }) {
  return (
    <>
      <Picture image={poster} sizes="112px" className="relative h-42 w-28 rounded-md" />
      <p className="mt-3 font-medium">{title}</p>
    </>
  );
}

function Continue({ onward }: { onward: Onward | null | undefined }) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const { left, stay } = useAutoplay(seconds, onward ? () => navigate(onward.href) : null);
  if (onward === undefined)
    return <span aria-hidden className="mt-7 block h-40 w-full animate-pulse rounded-xl bg-surface" />;
  if (!onward) {
    return (
      <ButtonLink shape="primary" href="/" className="mt-7 w-full max-w-sm">
        {t("result.paid.watch")}
      </ButtonLink>
    );
  }
  return (
    <div className="mt-7 flex w-full flex-col items-center">
      <Waiting onward={onward} />
      <ButtonLink shape="primary" href={onward.href} className="mt-4 w-full max-w-sm">
        <Play aria-hidden className="size-5 fill-current" />
        {t("result.paid.continue", { number: onward.number })}
      </ButtonLink>
      <p className="tabular mt-1 flex min-h-11 flex-wrap items-center justify-center gap-x-3 text-sm text-muted">
        {left === null ? null : (
          <>
            {t("result.paid.byItself", { seconds: left })}
            <button
              type="button"
              onClick={stay}
              className="min-h-11 font-medium text-text underline underline-offset-4"
            >
              {t("result.paid.stay")}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
