import type { Me } from "@cliffhanger/contract/console/operator";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Smartphone } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { PasswordForm } from "../features/proofs/password-form.tsx";
import { RecoveryCodes } from "../features/proofs/recovery-codes.tsx";
import { CallError, call } from "../lib/call.ts";
import { language, t } from "../lib/messages.ts";
import { deviceName, makePasskey, passkeysMissing } from "../lib/passkeys.ts";
import { sentenceOf } from "../lib/sentence.ts";
import { formatLeft } from "../lib/time.ts";
import { useAct } from "../lib/use-act.ts";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { Skeletons } from "../ui/skeletons.tsx";
import styles from "./welcome.module.css";

/** Redeems an invitation: the link's code is in the fragment of the address, which reaches no log. */
export function WelcomeScreen({ joined }: { joined: (me: Me) => void }) {
  // Another link opened in the same tab changes the fragment alone.
  const code = useSyncExternalStore(onHashChange, () => location.hash.slice(1));
  const [done, setDone] = useState<{ me: Me; codes: string[] } | null>(null);
  const query = useQuery({
    queryKey: ["welcome", code],
    queryFn: () => call("POST /api/console/welcome", { code }),
    enabled: done === null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const { data } = query;
  if (done)
    return (
      <Plain title={t("recovery.title")}>
        <RecoveryCodes codes={done.codes} site={done.me.site.name} done={() => joined(done.me)} />
      </Plain>
    );
  if (query.error)
    return (
      <Plain title={t("welcome.deadTitle")}>
        <p>{sentenceOf(query.error)}</p>
        {query.error instanceof CallError && query.error.isLost ? (
          <Button onClick={() => void query.refetch()}>{t("error.again")}</Button>
        ) : (
          <p className={styles.muted}>{t("welcome.deadText")}</p>
        )}
      </Plain>
    );
  if (!data || !("invitation" in data))
    return (
      <Plain title={t("welcome.loading")}>
        <Skeletons rows={4} />
      </Plain>
    );
  return (
    <Invitation
      code={code}
      offer={data}
      joined={(me, codes) => (codes === null ? joined(me) : setDone({ me, codes }))}
    />
  );
}

function onHashChange(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

type Offer = Extract<Awaited<ReturnType<typeof welcome>>, { invitation: unknown }>;
const welcome = (code: string) => call("POST /api/console/welcome", { code });

function Invitation({
  code,
  offer,
  joined,
}: {
  code: string;
  offer: Offer;
  joined: (me: Me, codes: string[] | null) => void;
}) {
  const { invitation, site, passkey, password } = offer;
  const missing = passkey === null ? (passkeysMissing() ?? offer.passkeysMissing) : passkeysMissing();
  const [way, setWay] = useState<"choose" | "password">(missing === null ? "choose" : "password");
  const byPasskey = useAct();
  const byPassword = useAct();
  const take = (answer: Awaited<ReturnType<typeof welcome>>) => {
    if ("me" in answer) joined(answer.me, answer.recoveryCodes);
  };
  const withPasskey = () =>
    byPasskey.run(async () => {
      if (!passkey) return;
      const response = await makePasskey(passkey.options);
      const proof = { challenge: passkey.challenge, response, name: deviceName() };
      take(await call("POST /api/console/welcome", { code, passkey: proof, language: language() }));
    });
  return (
    <Plain title={t("welcome.title", { site: site.name })}>
      <title>{t("welcome.title", { site: site.name })}</title>
      <p className={styles.muted}>
        {t("welcome.text", {
          email: invitation.email,
          role: t(`role.${invitation.role}`),
          left: formatLeft(invitation.endsAt),
        })}
      </p>
      {way === "choose" ? (
        <div className={styles.ways}>
          <button type="button" className={styles.way} disabled={byPasskey.busy} onClick={withPasskey}>
            <KeyRound size={22} aria-hidden />
            <span>
              <strong>{t("welcome.passkey")}</strong>
              <span className={styles.about}>{t("welcome.passkeyText")}</span>
            </span>
          </button>
          <Failure text={byPasskey.failure} />
          <button type="button" className={styles.way} onClick={() => setWay("password")}>
            <Smartphone size={22} aria-hidden />
            <span>
              <strong>{t("welcome.password")}</strong>
              <span className={styles.about}>{t("welcome.passwordText")}</span>
            </span>
          </button>
        </div>
      ) : (
        <>
          {missing !== null && <p className={styles.note}>{t(`passkey.missing.${missing}`)}</p>}
          <PasswordForm
            offer={password}
            email={invitation.email}
            act={byPassword}
            label={t("welcome.join")}
            submit={async (proof) =>
              take(await call("POST /api/console/welcome", { code, password: proof, language: language() }))
            }
          />
          {missing === null && (
            <Button variant="subtle" color="gray" onClick={() => setWay("choose")}>
              {t("welcome.back")}
            </Button>
          )}
        </>
      )}
    </Plain>
  );
}
