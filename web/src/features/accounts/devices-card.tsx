import type { Session } from "@cliffhanger/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { formatDate } from "../../lib/format.ts";
import { showToast } from "../../lib/toasts.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { RetryLine } from "../../ui/retry-line.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Card } from "./card.tsx";
import { sessionsQuery } from "./queries.ts";

/** Renders the devices where the member is signed in, and ends their sessions. */
export function DevicesCard() {
  const t = useMessages();
  const sessions = useQuery(sessionsQuery(useLanguage()));
  const { end, busy } = useEnd();
  const list = sessions.data?.list;
  const others = list?.some(({ current }) => !current);
  return (
    <Card heading={t("devices.heading")} text={t("devices.text")}>
      {list ? (
        <ul className="divide-y divide-line">
          {list.map((session) => (
            <Device
              key={session.id}
              session={session}
              busy={busy}
              onEnd={() => void end({ id: session.id })}
            />
          ))}
        </ul>
      ) : sessions.isError ? (
        <RetryLine retry={() => void sessions.refetch()} />
      ) : (
        <span className="block h-15 animate-pulse rounded-md bg-raised" />
      )}
      {others ? <EndOthers busy={busy} onEnd={() => end({ others: true })} /> : null}
    </Card>
  );
}

function useEnd() {
  const t = useMessages();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function end(which: { id: string } | { others: true }) {
    setBusy(true);
    try {
      await call("DELETE /api/user/sessions", which);
      showToast(t("devices.ended"));
    } catch {
      // The call has shown the error; the refetched list shows the actual state.
    } finally {
      await client.invalidateQueries({ queryKey: ["GET /api/user/sessions"] });
      setBusy(false);
    }
  }

  return { end, busy };
}

interface DeviceProps {
  session: Session;
  busy: boolean;
  onEnd: () => void;
}

function Device({ session, busy, onEnd }: DeviceProps) {
  const t = useMessages();
  const { current, lastSeenAt } = session;
  const device = session.device || t("devices.unknown");
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-[min(8rem,100%)] flex-1">
        <p className="font-medium wrap-break-word">{device}</p>
        <p className="text-sm text-muted">
          {current ? t("devices.current") : t("devices.lastSeen", { date: formatDate(lastSeenAt) })}
        </p>
      </div>
      {current ? null : (
        <button
          type="button"
          aria-label={t("devices.endOne", { device })}
          aria-disabled={busy}
          onClick={busy ? undefined : onEnd}
          className="min-h-11 rounded-md px-3 text-sm font-semibold underline underline-offset-4 hover:bg-white/5"
        >
          {t("devices.end")}
        </button>
      )}
    </li>
  );
}

// It ends all other sessions irreversibly, so it asks for confirmation.
function EndOthers({ busy, onEnd }: { busy: boolean; onEnd: () => Promise<void> }) {
  const t = useMessages();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button shape="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)} className="mt-4 w-full">
        {t("devices.endOthers")}
      </Button>
      <Sheet open={asking} onClose={() => setAsking(false)} title={t("devices.endOthersTitle")}>
        <p className="text-muted">{t("devices.endOthersText")}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            shape="primary"
            aria-disabled={busy}
            onClick={() => {
              setAsking(false);
              void onEnd();
            }}
            className="min-w-[min(10rem,100%)] flex-1"
          >
            {t("devices.end")}
          </Button>
          <Button shape="quiet" onClick={() => setAsking(false)} className="min-w-[min(10rem,100%)] flex-1">
            {t("account.cancel")}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
