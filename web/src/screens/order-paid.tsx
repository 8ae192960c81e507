import type { Order } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Check, Crown, LockOpen, Play } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { withReturn } from "../features/accounts/return-to.ts";
import { trackPaidOrder } from "../features/attribution/track-paid-order.ts";
import { episodeAfterPaying } from "../features/billing/episode-after-paying.ts";
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
import { useUser } from "../lib/user.ts";
import { visitStore } from "../lib/visit-storage.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";

/** The time to read the page before the episode opens. */
const AUTOPLAY_SECONDS = 8;

const headings = {
  unlock: "result.paid.unlock",
  subscribe: "result.paid.member",
  change: "result.paid.member",
  renewal: "result.paid.renewed",
} as const;

/** Renders a paid order: what was bought, the receipt, and a link to the episode that it unlocks (R27). */
export function OrderPaid({ order }: { order: Order }) {
  const t = useMessages();
  const next = useNextEpisode(order);
  const member = useMember();
  // What a guest bought without an account is theirs in this browser, and everywhere by the link of an email.
  const mailedTo = useUser()?.purchase?.maskedEmail;
  useEffect(() => trackPaidOrder(order, storage), [order]);
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
      {member === null && mailedTo === undefined ? <SignInFirst next={next} /> : <Continue next={next} />}
      {mailedTo === undefined ? null : (
        <p className="mt-3 max-w-sm text-sm text-balance text-muted">
          {t("result.paid.mailed", { email: mailedTo })}
        </p>
      )}
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
          {/* A visitor who came by an email link has the receipt in that email. */}
          {order.receiptUrl && member ? <ReceiptLink url={order.receiptUrl} number={order.number} /> : null}
        </div>
      </section>
    </div>
  );
}

/** Renders what follows: nothing, a charge on a date, or an email with a link. */
function Future({ order }: { order: Order }) {
  const t = useMessages();
  const member = useMember();
  const isMembership = order.kind !== "unlock";
  const { data } = useQuery({ ...paymentsQuery(useLanguage()), enabled: Boolean(member) && isMembership });
  if (!isMembership) return t("result.paid.forGood");
  const subscription = data?.subscription;
  const manual = (subscription?.renewalMode ?? order.renewalMode) === "manual";
  if (!subscription)
    return t(manual ? "result.paid.manualSome" : "result.paid.renewsSome", { count: order.periodDays ?? 0 });
  const date = formatDate(subscription.renewsAt);
  if (manual) return t("result.paid.manual", { date });
  const price = subscription.nextCharge?.display ?? subscription.plan.price.display;
  return t("result.paid.renews", { date, price });
}

interface NextEpisode {
  href: string;
  number: number;
  title: string;
  poster: Parameters<typeof Picture>[0]["image"];
}

/**
 * Returns the episode to continue with: the one the order was opened from, which also names the series of a
 * membership, or the next best.
 */
function useNextEpisode(order: Order): NextEpisode | null | undefined {
  const language = useLanguage();
  const { seriesId: origin } = originOf(visitStore, order);
  const requested = useQuery({
    ...openedEpisodeQuery(order.episodeId ?? "", language),
    enabled: order.episodeId !== null && origin === null,
  });
  // For a guest it is still locked, yet its offer names the series.
  const offered = requested.error instanceof ApiError ? requested.error.offer?.seriesId : undefined;
  const seriesId = origin ?? requested.data?.seriesId ?? offered ?? null;
  const enabled = seriesId !== null;
  const series = useQuery({ ...seriesQuery(seriesId ?? "", language), enabled, staleTime: 0 });
  const list = useQuery({ ...episodesQuery(seriesId ?? "", language), enabled, staleTime: 0 });
  if (requested.isLoading || series.isLoading || list.isLoading) return undefined;
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
 * Renders the page for a visitor with only an order's key: a browser without storage lost the session on the way to
 * the card form, or an email link opened in another browser. The purchase belongs to an account, so it continues
 * there.
 */
function SignInFirst({ next }: { next: NextEpisode | null | undefined }) {
  const t = useMessages();
  // A link without the episode would lead home.
  if (next === undefined) return <NextPlaceholder />;
  return (
    <div className="mt-7 flex w-full flex-col items-center">
      {next ? <NextPreview next={next} /> : null}
      <p className="mt-3 max-w-sm text-balance text-muted">{t("result.paid.signInText")}</p>
      <ButtonLink
        shape="primary"
        href={withReturn("/login", next?.href ?? "/")}
        className="mt-4 w-full max-w-sm"
      >
        {t("join.signIn")}
      </ButtonLink>
    </div>
  );
}

/** Keeps the place of what follows until it is known. */
function NextPlaceholder() {
  return <span aria-hidden className="mt-7 block h-40 w-full animate-pulse rounded-xl bg-surface" />;
}

function NextPreview({ next: { poster, title } }: { next: NextEpisode }) {
  return (
    <>
      <Picture image={poster} sizes="112px" className="relative h-42 w-28 rounded-md" />
      <p className="mt-3 font-medium">{title}</p>
    </>
  );
}

function Continue({ next }: { next: NextEpisode | null | undefined }) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const { left, stay } = useAutoplay(AUTOPLAY_SECONDS, next ? () => navigate(next.href) : null);
  if (next === undefined) return <NextPlaceholder />;
  if (!next) {
    return (
      <ButtonLink shape="primary" href="/" className="mt-7 w-full max-w-sm">
        {t("result.paid.watch")}
      </ButtonLink>
    );
  }
  return (
    <div className="mt-7 flex w-full flex-col items-center">
      <NextPreview next={next} />
      <ButtonLink shape="primary" href={next.href} className="mt-4 w-full max-w-sm">
        <Play aria-hidden className="size-5 fill-current" />
        {t("result.paid.continue", { number: next.number })}
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
