import type { User } from "@cliffhanger/contract";
import { type ReactNode, useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { withReturn } from "../features/accounts/return-to.ts";
import { useMessages } from "../lib/use-language.ts";
import { useUser, useUserState } from "../lib/user.ts";
import { Failed } from "../ui/failed.tsx";

/** Whoever is signed in: null for a guest, undefined until the server has said so. */
export function useMember(): User | null | undefined {
  const user = useUser();
  return user && (user.kind === "member" ? user : null);
}

interface MembersOnlyProps {
  /** What stands there while nobody knows yet who asks, in the screen's own geometry. */
  skeleton?: ReactNode;
  children: (member: User) => ReactNode;
}

/** A screen for members (R38): a guest is asked to sign in and comes back. The server holds the door by itself. */
export function MembersOnly({ skeleton, children }: MembersOnlyProps) {
  const { user, failed, retry } = useUserState();
  if (user?.kind === "member") return children(user);
  if (user) return <ToSignIn />;
  if (failed) return <Failed level="h1" retry={retry} />;
  return skeleton ?? <Pending />;
}

function ToSignIn() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    navigate(withReturn("/login", search ? `${path}?${search}` : path), { replace: true });
  }, [path, search, navigate]);
  return <Pending />;
}

function Pending() {
  const t = useMessages();
  return (
    <div className="gutter min-h-dvh py-4">
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <div aria-hidden className="animate-pulse space-y-4">
        <span className="block h-8 w-40 rounded-sm bg-surface" />
        <span className="block h-40 rounded-xl bg-surface" />
        <span className="block h-40 rounded-xl bg-surface" />
      </div>
    </div>
  );
}
