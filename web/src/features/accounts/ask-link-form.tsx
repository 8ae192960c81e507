import { MailCheck } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "./fields.tsx";
import { Form } from "./form.tsx";
import { Resend } from "./resend.tsx";
import { useSubmit } from "./use-submit.ts";

interface AskLinkFormProps {
  /** What the link is for: a new password, or signing in. */
  purpose: "password" | "signIn";
}

/** Renders the form that requests an email with a link. The result is the same for every address (R18). */
export function AskLinkForm({ purpose }: AskLinkFormProps) {
  const t = useMessages();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = async (email: string) => {
    if (purpose === "password") await call("POST /api/user/password/forgot", { email }, { quiet: true });
    else await call("POST /api/user/link", { email }, { quiet: true });
    setSentTo(email);
  };
  const submission = useSubmit({ email: t("account.prompts.email") }, ["email"], ({ email = "" }) =>
    send(email.trim()),
  );
  if (sentTo)
    return (
      <Sent
        email={sentTo}
        text={t(purpose === "password" ? "reset.sentText" : "claim.sentText")}
        again={() => send(sentTo)}
        change={() => setSentTo(null)}
      />
    );
  return (
    <Form submission={submission} submit={t("reset.send")}>
      <EmailField fault={submission.fault} first />
    </Form>
  );
}

interface SentProps {
  email: string;
  /** What to expect. */
  text: string;
  again: () => Promise<void>;
  change: () => void;
}

function Sent({ email, text, again, change }: SentProps) {
  const t = useMessages();
  const [times, setTimes] = useState(1);
  const submission = useSubmit({}, [], async () => {
    await again();
    setTimes((count) => count + 1);
  });
  return (
    <>
      <div role="status" className="flex gap-4 rounded-xl border border-line bg-surface p-[min(1.25rem,5vw)]">
        <MailCheck aria-hidden className="mt-0.5 size-7 shrink-0 text-accent" />
        <div className="min-w-0 space-y-2">
          <p className="font-semibold wrap-anywhere">
            {t(times > 1 ? "reset.sentAgain" : "reset.sent", { email })}
          </p>
          <p className="text-sm text-muted">{text}</p>
        </div>
      </div>
      <Resend times={times} submission={submission} />
      <Button shape="quiet" onClick={change} className="w-full">
        {t("reset.otherAddress")}
      </Button>
    </>
  );
}
