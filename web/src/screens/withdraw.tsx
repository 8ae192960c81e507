import type { Withdrawal } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Aside, Entrance } from "../features/accounts/entrance.tsx";
import { EmailField } from "../features/accounts/fields.tsx";
import { Form } from "../features/accounts/form.tsx";
import { useSubmit } from "../features/accounts/use-submit.ts";
import { refetchEntitlements } from "../features/billing/queries.ts";
import { type NamedPurchase, sendWithdrawal } from "../features/billing/send-withdrawal.ts";
import { useNamedOrder } from "../features/billing/use-named-order.ts";
import { WithdrawalAnswer, withdrawalMessages } from "../features/billing/withdrawal-answer.tsx";
import { useSite } from "../features/site/site-context.ts";
import { ApiError } from "../lib/api.ts";
import { formatDate } from "../lib/format.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";
import { RetryLine } from "../ui/retry-line.tsx";
import { TextField } from "../ui/text-field.tsx";

/** A purchase, and what a withdrawal from it brings. */
interface Asked {
  named: NamedPurchase;
  answer: Withdrawal;
}

/** `/withdraw`: withdraws from a contract without signing in, by the link of a receipt email or by order number. */
export function WithdrawScreen() {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(t("titles.withdraw", { site: name }));
  const link = useNamedOrder("WITHDRAWAL_KEY");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isLinkOld, setLinkOld] = useState(false);

  if (asked) return <Step asked={asked} />;
  if (link?.orderKey && !isLinkOld) {
    const named = { orderId: link.orderId, key: link.orderKey };
    return <ByLink named={named} onAsked={setAsked} onOld={setLinkOld} />;
  }
  return <ByNumber isLinkOld={isLinkOld} onAsked={setAsked} />;
}

interface ByLinkProps {
  named: { orderId: string; key: string };
  onAsked: (asked: Asked) => void;
  onOld: (isOld: boolean) => void;
}

/** Asks what the withdrawal brings as soon as the link of an email was followed. */
function ByLink({ named: { orderId, key }, onAsked, onOld }: ByLinkProps) {
  const t = useMessages();
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = tries > 0;
    const named = { orderId, key };
    setFailed(null);
    sendWithdrawal(named, "ask").then(
      (answer) => {
        if (isCurrent) onAsked({ named, answer });
      },
      (error) => {
        if (!isCurrent) return;
        if (error instanceof ApiError && error.reason === "withdrawal_unknown") onOld(true);
        else setFailed(error instanceof ApiError && error.code === 500 ? error.message : "");
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [orderId, key, tries, onAsked, onOld]);
  return (
    <Entrance heading={t("withdraw.heading")}>
      {failed === null ? (
        <span aria-hidden className="block h-32 animate-pulse rounded-lg bg-raised" />
      ) : failed === "" ? (
        <RetryLine retry={() => setTries(tries + 1)} />
      ) : (
        <>
          <p role="alert">{failed}</p>
          <ButtonLink shape="quiet" href="/contactUs" className="w-full">
            {t("withdraw.contact")}
          </ButtonLink>
        </>
      )}
    </Entrance>
  );
}

function ByNumber({ isLinkOld, onAsked }: { isLinkOld: boolean; onAsked: (asked: Asked) => void }) {
  const t = useMessages();
  const prompts = { code: t("withdraw.codeMissing"), email: t("account.prompts.email") };
  const submission = useSubmit(prompts, ["code", "email"], async ({ code = "", email = "" }) => {
    const named = { code: code.trim(), email: email.trim() };
    onAsked({ named, answer: await sendWithdrawal(named, "ask") });
  });
  return (
    <Entrance heading={t("withdraw.heading")} text={t("withdraw.text")}>
      {isLinkOld ? <p role="alert">{t("withdraw.linkOld")}</p> : null}
      <Form submission={submission} submit={t("withdraw.continue")}>
        <TextField
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={40}
          required
          label={t("withdraw.code")}
          hint={t("withdraw.codeHint")}
          fault={submission.fault?.fields["code"]}
        />
        <EmailField fault={submission.fault} />
      </Form>
      <Aside question={t("withdraw.signedIn")} href="/individual" link={t("withdraw.toAccount")} />
    </Entrance>
  );
}

/** Renders the second step, and after it what was received and when. */
function Step({ asked: { named, answer: first } }: { asked: Asked }) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const [answer, setAnswer] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailed("");
    try {
      setAnswer(await sendWithdrawal(named, "confirm"));
      await refetchEntitlements(client);
    } catch (error) {
      setFailed(error instanceof ApiError && error.message ? error.message : t("errors.general"));
    } finally {
      setBusy(false);
    }
  }

  if (answer.at !== null) return <Done answer={answer} at={answer.at} />;
  const { title, number } = answer.of;
  return (
    <Entrance heading={t("withdraw.title")} text={t("withdraw.about", { title, number })}>
      <div role="alert">{failed ? <p className="font-medium">{failed}</p> : null}</div>
      <div>
        <WithdrawalAnswer
          answer={answer}
          busy={busy}
          onConfirm={() => void confirm()}
          onKeep={() => navigate("/")}
        />
      </div>
    </Entrance>
  );
}

function Done({ answer, at }: { answer: Withdrawal; at: string }) {
  const t = useMessages();
  const language = useLanguage();
  const time = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }).format(
    new Date(at),
  );
  const message = withdrawalMessages[answer.outcome];
  return (
    <Message level="h1" icon={<CircleCheck aria-hidden className="size-7" />} title={t("withdraw.done")}>
      <div role="status" className="space-y-2">
        <p>{t("withdraw.about", { title: answer.of.title, number: answer.of.number })}</p>
        <p>{t("withdraw.received", { time })}</p>
        <p>{t(message, { date: formatDate(at), amount: answer.amount.display })}</p>
        <p>{t("withdraw.mailSent")}</p>
      </div>
    </Message>
  );
}
