import { useEffect, useState } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { Form } from "./form.tsx";
import type { Submission } from "./use-submit.ts";

// Time for the email to arrive, so that users do not request a second one at once.
const RESEND_DELAY_S = 60;

interface ResendProps {
  /** How often the email was sent; each time the delay begins again. */
  times: number;
  submission: Submission;
}

/** Renders a button that sends an email once more, after a delay. */
export function Resend({ times, submission }: ResendProps) {
  const t = useMessages();
  const left = useCountdown(RESEND_DELAY_S, times);
  if (left > 0)
    return <p className="tabular text-center text-sm text-muted">{t("reset.againIn", { seconds: left })}</p>;
  return (
    <Form submission={submission} submit={t("reset.again")} shape="quiet">
      {null}
    </Form>
  );
}

function useCountdown(seconds: number, round: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    // `round` restarts the countdown.
    const timer = setInterval(tick, round > 0 ? 1000 : 0);
    return () => clearInterval(timer);
  }, [seconds, round]);
  return left;
}
