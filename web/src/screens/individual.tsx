import type { User } from "@cliffhanger/contract";
import { appLanguageOf, languageNames } from "@cliffhanger/contract/languages";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { AgreementsCard } from "../features/accounts/agreements-card.tsx";
import { Card } from "../features/accounts/card.tsx";
import { DeleteCard } from "../features/accounts/delete-card.tsx";
import { DeletionBanner } from "../features/accounts/deletion-banner.tsx";
import { DevicesCard } from "../features/accounts/devices-card.tsx";
import { ExportCard } from "../features/accounts/export-card.tsx";
import { PasswordCard } from "../features/accounts/password-card.tsx";
import { ProfileCard } from "../features/accounts/profile-card.tsx";
import { PurchaseCard } from "../features/accounts/purchase-card.tsx";
import { SignInMethodsCard } from "../features/accounts/sign-in-methods-card.tsx";
import { MembershipCard } from "../features/billing/membership-card.tsx";
import { MethodsCard } from "../features/billing/methods-card.tsx";
import { OrdersCard } from "../features/billing/orders-card.tsx";
import { LanguageSheet } from "../features/site/language-sheet.tsx";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { useUser } from "../lib/user.ts";
import { Button } from "../ui/button.tsx";

/** `/individual` (R15): the account page; for a guest who bought, the purchases and the way to an account (R38). */
export function IndividualScreen() {
  const t = useMessages();
  const { name: site } = useSite();
  const user = useUser();
  useDocumentTitle(t("titles.individual", { site }));
  if (user?.kind === "member") return <Account member={user} />;
  return user?.purchase ? <Purchases maskedEmail={user.purchase.maskedEmail} /> : null;
}

const column = "min-w-0 space-y-4 md:space-y-6";

function Frame({ children }: { children: ReactNode }) {
  const t = useMessages();
  return (
    <div className="gutter mx-auto max-w-5xl py-2 md:py-6">
      <Link
        href="/my"
        className="-ml-2 inline-flex min-h-11 items-center gap-1 pr-3 text-sm text-muted hover:text-text"
      >
        <ChevronLeft aria-hidden className="size-5" />
        {t("my.heading")}
      </Link>
      <h1 className="font-title text-2xl">{t("my.account")}</h1>
      {children}
    </div>
  );
}

/** Renders what a guest bought. Profile, devices and saved methods belong to an account. */
function Purchases({ maskedEmail }: { maskedEmail: string }) {
  const { mail } = useSite();
  return (
    <Frame>
      <div className="mt-5 grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className={column}>
          <MembershipCard />
          <PurchaseCard maskedEmail={maskedEmail} returnTo="/individual" mail={mail} />
        </div>
        <div className={column}>
          <OrdersCard />
        </div>
      </div>
    </Frame>
  );
}

function Account({ member }: { member: User }) {
  const { facebook } = useSite();
  return (
    <Frame>
      {member.deletesAt ? (
        <div className="mt-5">
          <DeletionBanner deletesAt={member.deletesAt} />
        </div>
      ) : null}
      <div className="mt-5 grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className={column}>
          <MembershipCard />
          <MethodsCard />
          <ProfileCard member={member} />
          <LanguageCard />
          <PasswordCard member={member} />
          <SignInMethodsCard member={member} facebook={facebook} />
        </div>
        <div className={column}>
          <OrdersCard />
          <DevicesCard />
          <AgreementsCard />
          <ExportCard member={member} />
          {member.deletesAt ? null : <DeleteCard member={member} />}
        </div>
      </div>
    </Frame>
  );
}

function LanguageCard() {
  const t = useMessages();
  const { languages } = useSite();
  const language = useLanguage();
  const [choosing, setChoosing] = useState(false);
  if (languages.length === 1) return null;
  return (
    <Card heading={t("site.language")} text={t("person.languageText")}>
      <Button shape="quiet" aria-haspopup="dialog" onClick={() => setChoosing(true)} className="w-full">
        {languageNames[appLanguageOf(language)]}
      </Button>
      <LanguageSheet open={choosing} onClose={() => setChoosing(false)} />
    </Card>
  );
}
