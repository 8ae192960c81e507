import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useEffect } from "react";
import { SignInForm } from "../features/sign-in/sign-in-form.tsx";
import { call } from "../lib/call.ts";
import { takeMe, useMe, useRefreshMe } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { answerNewerSession, useSessionClock } from "../lib/session-clock.ts";
import { formatClock } from "../lib/time.ts";
import { useAct } from "../lib/use-act.ts";
import { useNow } from "../lib/use-now.ts";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./bars.module.css";

const WARN_MS = 2 * 60_000;
const EVERY_MS = 5_000;

/**
 * Warns before the session ends. When it has ended, asks for a new sign-in over the page, which stays as it is: what was typed
 * is still there afterwards. A new sign-in at another tab is taken over.
 */
export function SessionEnd() {
  const { operator } = useMe();
  const client = useQueryClient();
  useEffect(
    () =>
      answerNewerSession(() => {
        // Where the answer is lost, the next use at the other tab asks for it again.
        const taken = call("GET /api/console/me").then((me) => takeMe(client, me));
        taken.catch(() => undefined);
      }),
    [client],
  );
  const { times, ended } = useSessionClock();
  const now = useNow(EVERY_MS).getTime();
  const end = times ? Math.min(times.idleEndsAt, times.endsAt) : Number.POSITIVE_INFINITY;
  const over = ended || now >= end;
  return (
    <>
      <div role="alert">
        {!over && times && end - now <= WARN_MS && (
          <Warning endsAt={end} isFinal={times.endsAt <= times.idleEndsAt} />
        )}
      </div>
      <Dialog opened={over} title={t("ended.title")} size="27rem" close={null} asksForProof>
        <p>{t("ended.text", { email: operator.email })}</p>
        <SignInForm email={operator.email} signedIn={(me) => takeMe(client, me)} />
      </Dialog>
    </>
  );
}

function Warning({ endsAt, isFinal }: { endsAt: number; isFinal: boolean }) {
  const refresh = useRefreshMe();
  const act = useAct();
  const at = formatClock(new Date(endsAt));
  return (
    <div className={styles.bar} data-tone="amber">
      <Clock size={17} aria-hidden />
      <span>{t(isFinal ? "ending.final" : "ending.idle", { at })}</span>
      {!isFinal && (
        <Button
          className={styles.end}
          variant="default"
          size="compact-sm"
          loading={act.busy}
          onClick={() => act.run(refresh)}
        >
          {t("ending.stay")}
        </Button>
      )}
    </div>
  );
}
