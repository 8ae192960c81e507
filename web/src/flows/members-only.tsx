import { type ComponentProps, useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { withReturn } from "../features/accounts/return-to.ts";
import { useMessages } from "../lib/use-language.ts";
import { useUserState } from "../lib/user.ts";
import type { Guard } from "../loader/screen.ts";
import { Failed } from "../ui/failed.tsx";

/**
 * Guards a screen whose row says `access: "member"` (R38): a guest signs in and comes back. The server checks each call by
 * itself.
 */
export function MembersOnly({ Screen }: ComponentProps<Guard>) {
  const ScreenPending = Screen.Pending ?? Pending;
  const { user, failed, retry } = useUserState();
  if (user?.kind === "member") return <Screen />;
  if (user) return <ToSignIn />;
  return failed ? <Failed level="h1" retry={retry} /> : <ScreenPending />;
}

function ToSignIn() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    navigate(withReturn("/login", search ? `${path}?${search}` : path), { replace: true });
  }, [path, search, navigate]);
  return <Pending />;
}

/** Holds the place of a screen until it is known who the visitor is. */
export function Pending() {
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
