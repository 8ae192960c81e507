import { useEffect, useRef, useState } from "react";
import { call } from "../../lib/api.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Form } from "./form.tsx";
import { Resend } from "./resend.tsx";
import { useSubmit } from "./use-submit.ts";

interface SendLinkProps {
  /** The label of the button. */
  label: string;
  /** Where the link goes, as far as the browser knows it; the server knows the whole address. */
  maskedEmail: string;
}

/** Renders a button that emails the link to the address of a guest's purchase. */
export function SendLink({ label, maskedEmail }: SendLinkProps) {
  const t = useMessages();
  const [times, setTimes] = useState(0);
  const status = useRef<HTMLParagraphElement>(null);
  const submission = useSubmit({}, [], async () => {
    await call("POST /api/user/link", {}, { quiet: true });
    setTimes((count) => count + 1);
  });
  // The button is gone, so the focus goes to what took its place.
  useEffect(() => {
    if (times > 0) status.current?.focus();
  }, [times]);
  return (
    <div className="space-y-3">
      <p role="status" ref={status} tabIndex={-1} className="font-medium wrap-anywhere empty:hidden">
        {times > 0 ? t(times > 1 ? "reset.sentAgain" : "reset.sent", { email: maskedEmail }) : null}
      </p>
      {times > 0 ? (
        <Resend times={times} submission={submission} />
      ) : (
        <Form submission={submission} submit={label} shape="quiet">
          {null}
        </Form>
      )}
    </div>
  );
}
