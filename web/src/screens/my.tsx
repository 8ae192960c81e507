import type { User } from "@cliffhanger/contract";
import { appLanguageOf, languageNames } from "@cliffhanger/contract/languages";
import { useQuery } from "@tanstack/react-query";
import {
  Bookmark,
  CircleQuestionMark,
  Crown,
  History,
  Languages,
  LockOpen,
  LogOut,
  MessageCircle,
  UserRound,
} from "lucide-react";
import { useState } from "react";
import { Avatar } from "../features/accounts/avatar.tsx";
import { ClaimedCard } from "../features/accounts/claimed.tsx";
import { DeletionBanner } from "../features/accounts/deletion-banner.tsx";
import { GuestWelcome } from "../features/accounts/guest-welcome.tsx";
import { ListTile } from "../features/accounts/list-tile.tsx";
import { isLive } from "../features/accounts/membership-text.ts";
import { PlanCard } from "../features/accounts/plan-card.tsx";
import { PurchaseCard } from "../features/accounts/purchase-card.tsx";
import { newestFavoritesQuery, newestHistoryQuery } from "../features/accounts/queries.ts";
import { RowButton, RowLink, Rows } from "../features/accounts/rows.tsx";
import { useAccount } from "../features/accounts/use-account.ts";
import { useRecheckedGuest } from "../features/accounts/use-rechecked-guest.ts";
import { MembershipBrief, MembershipPitch } from "../features/billing/membership-brief.tsx";
import { paymentsQuery, plansQuery } from "../features/billing/queries.ts";
import { isNothingSold } from "../features/billing/sold.ts";
import { commitRemovalsEverywhere } from "../features/library/removals.ts";
import { LanguageSheet } from "../features/site/language-sheet.tsx";
import { useSite } from "../features/site/site-context.ts";
import { showToast } from "../lib/toasts.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { RetryLine } from "../ui/retry-line.tsx";

/** `/my` (R16): the user's own screen. A guest sees the benefits of signing in, or what they bought; a member the plan and the lists. */
export function MyScreen() {
  const t = useMessages();
  const { name: site } = useSite();
  const { user, failed, retry } = useRecheckedGuest();
  useDocumentTitle(t("titles.my", { site }));
  if (!user && !failed) return <Waiting />;
  return (
    <div className="gutter mx-auto max-w-5xl py-3 md:py-8">
      {user?.kind === "member" ? <MemberHeading member={user} /> : <Heading />}
      <div className="mt-5 grid gap-4 md:mt-8 md:grid-cols-2 md:gap-6">
        <div className="min-w-0 space-y-4 md:space-y-6">
          {user?.deletesAt ? <DeletionBanner deletesAt={user.deletesAt} /> : null}
          {user ? <MembershipState user={user} /> : <RetryLine retry={retry} />}
          <Lists user={user} />
        </div>
        <div className="min-w-0 space-y-4 md:space-y-6">
          <AccountLinks user={user} />
        </div>
      </div>
    </div>
  );
}

function Heading() {
  const t = useMessages();
  return <h1 className="font-title text-2xl">{t("my.heading")}</h1>;
}

// Guests and members see different content, so placeholders keep the layout until the user is known.
function Waiting() {
  const t = useMessages();
  const block = "block animate-pulse rounded-xl bg-surface";
  return (
    <div className="gutter mx-auto min-h-dvh max-w-5xl py-3 md:py-8">
      <Heading />
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <div aria-hidden className="mt-5 grid gap-4 md:mt-8 md:grid-cols-2 md:gap-6">
        <div className="space-y-4 md:space-y-6">
          <span className={`h-52 ${block}`} />
          <div className="grid grid-cols-2 gap-4">
            <span className={`h-51 ${block}`} />
            <span className={`h-51 ${block}`} />
          </div>
        </div>
        <span className={`h-61 ${block}`} />
      </div>
    </div>
  );
}

function MemberHeading({ member }: { member: User }) {
  const t = useMessages();
  const name = member.displayName || member.email?.split("@")[0] || t("my.heading");
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} />
      <div className="min-w-0">
        <h1 className="line-clamp-2 font-title text-[min(1.9375rem,8vw)] leading-tight wrap-anywhere">
          {name}
        </h1>
        <p className="text-sm wrap-anywhere text-muted">{member.email}</p>
      </div>
    </div>
  );
}

function MembershipState({ user }: { user: User }) {
  const language = useLanguage();
  const { mail } = useSite();
  const { purchase, claimed } = user;
  const isLiveMember = isLive(user.membership);
  const payments = useQuery({ ...paymentsQuery(language), enabled: isLiveMember });
  const sale = useQuery({
    ...plansQuery(null, language),
    enabled: user.kind === "member" && !isLiveMember,
  }).data;
  if (purchase && !isLiveMember) return <PurchaseCard {...purchase} returnTo="/my" mail={mail} />;
  if (user.kind === "guest" && !purchase)
    return claimed ? <ClaimedCard {...claimed} returnTo="/my" mail={mail} /> : <GuestWelcome />;
  const subscription = payments.data?.subscription;
  // A site that sells nothing shows no link to plans.
  const shop = sale && isNothingSold(sale) ? null : "/shopping";
  return (
    <>
      <PlanCard membership={user.membership} shop={shop} manual={subscription?.renewalMode === "manual"}>
        {isLiveMember ? <MembershipBrief subscription={subscription} /> : shop ? <MembershipPitch /> : null}
      </PlanCard>
      {purchase ? <PurchaseCard {...purchase} returnTo="/my" mail={mail} /> : null}
    </>
  );
}

function Lists({ user }: { user: User | undefined }) {
  const t = useMessages();
  const language = useLanguage();
  const enabled = user?.kind === "member";
  const favorites = useQuery({ ...newestFavoritesQuery(language), enabled }).data;
  const history = useQuery({ ...newestHistoryQuery(language), enabled }).data;
  const note = (total: number | undefined) => {
    if (user?.kind === "guest") return t("my.signInFirst");
    return total === undefined
      ? undefined
      : total === 0
        ? t("my.nothingYet")
        : t("my.count", { count: total });
  };
  const emptyForGuest = user?.kind === "guest" ? [] : undefined;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4">
      <ListTile
        href="/favorites"
        icon={Bookmark}
        name={t("my.list")}
        note={note(favorites?.total)}
        newest={favorites?.list ?? emptyForGuest}
      />
      <ListTile
        href="/historys"
        icon={History}
        name={t("my.history")}
        note={note(history?.total)}
        newest={history?.list.map(({ series }) => series) ?? emptyForGuest}
      />
    </div>
  );
}

function AccountLinks({ user }: { user: User | undefined }) {
  const t = useMessages();
  const { languages } = useSite();
  const language = useLanguage();
  const [choosing, setChoosing] = useState(false);
  const member = user?.kind === "member";
  const hasPurchases = member || Boolean(user?.purchase);
  // On the free plan the card above links there.
  const plans = user && (!member || isLive(user.membership));
  return (
    <>
      <Rows label={t("my.settings")}>
        {hasPurchases ? <RowLink href="/individual" icon={UserRound} name={t("my.account")} /> : null}
        {hasPurchases ? <RowLink href="/unlocked" icon={LockOpen} name={t("my.unlocked")} /> : null}
        {plans ? <RowLink href="/shopping" icon={Crown} name={t("my.plans")} /> : null}
        {languages.length === 1 ? null : (
          <RowButton
            opens
            icon={Languages}
            name={t("site.language")}
            note={languageNames[appLanguageOf(language)]}
            onClick={() => setChoosing(true)}
          />
        )}
        <RowLink href="/commonQuestions" icon={CircleQuestionMark} name={t("my.questions")} />
        <RowLink href="/contactUs" icon={MessageCircle} name={t("my.contact")} />
        {member ? <SignOut /> : null}
      </Rows>
      <LanguageSheet open={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}

function SignOut() {
  const t = useMessages();
  const { signOut } = useAccount();
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      // Before the session ends: what was taken off a list a moment ago may still be undone, and is not sent yet, here or in
      // another window.
      await commitRemovalsEverywhere();
      await signOut();
      showToast(t("my.signedOut"));
    } catch {
      // The call has shown the error; the user is still signed in.
      setBusy(false);
    }
  }

  return <RowButton icon={LogOut} name={t("my.logout")} busy={busy} onClick={() => void leave()} />;
}
