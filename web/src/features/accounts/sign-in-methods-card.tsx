import type { User } from "@cliffhanger/contract";
import { CircleCheck, KeyRound } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { Card } from "./card.tsx";

interface SignInMethodsCardProps {
  member: User;
  /** Whether the site offers Facebook. */
  facebook: boolean;
}

/** Renders the sign-in methods of this account, and those that can be added. */
export function SignInMethodsCard({ member, facebook }: SignInMethodsCardProps) {
  const t = useMessages();
  const { signIn } = member;
  if (!facebook && !signIn.facebook) return null;
  return (
    <Card heading={t("person.ways")}>
      <ul className="divide-y divide-line">
        <SignInMethod name={t("person.wayPassword")} on={signIn.password} />
        <SignInMethod
          name="Facebook"
          on={signIn.facebook}
          href={`/api/user/facebook?returnTo=${encodeURIComponent("/individual")}`}
        />
      </ul>
    </Card>
  );
}

function SignInMethod({ name, on, href }: { name: string; on: boolean; href?: string }) {
  const t = useMessages();
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4">
      {on ? (
        <CircleCheck aria-hidden className="size-5 shrink-0 text-accent" />
      ) : (
        <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
      )}
      <span className="min-w-[min(100%,7rem)] flex-1 wrap-break-word">{name}</span>
      {on || !href ? (
        <span className="text-sm text-muted">{t(on ? "person.wayOn" : "person.wayOff")}</span>
      ) : (
        <a href={href} className="flex min-h-11 items-center font-semibold underline underline-offset-4">
          {t("person.connect")}
        </a>
      )}
    </li>
  );
}
