import { useQueryClient } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import { useState } from "react";
import { AskLinkForm } from "../features/accounts/ask-link-form.tsx";
import { Aside, Entrance } from "../features/accounts/entrance.tsx";
import { useSite } from "../features/site/site-context.ts";
import { ApiError, call } from "../lib/api.ts";
import { changeUser } from "../lib/session.ts";
import { useCodeInAddress } from "../lib/use-code-in-address.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/**
 * `/claim`: one button redeems the link of a mail, so that a scanner that opens every link uses nothing up. It signs in, and what
 * was bought with that address is there.
 */
export function ClaimScreen() {
  const t = useMessages();
  const site = useSite();
  const client = useQueryClient();
  const [code] = useCodeInAddress();
  const [state, setState] = useState<"ready" | "busy" | "over">("ready");
  const [fault, setFault] = useState("");
  useDocumentTitle(t("titles.claim", { site: site.name }));

  async function redeem(): Promise<void> {
    if (code === null || state === "busy") return;
    setState("busy");
    setFault("");
    try {
      await call("POST /api/user/link/redeem", { code }, { quiet: true });
      await changeUser(client);
      location.assign("/unlocked");
    } catch (error) {
      const isOver = error instanceof ApiError && error.reason === "code_invalid";
      setState(isOver ? "over" : "ready");
      if (!isOver) setFault(error instanceof ApiError && error.message ? error.message : t("errors.general"));
    }
  }

  if ((code === null || state === "over") && site.mail)
    return (
      <Entrance heading={t("claim.overHeading")} text={t("claim.overText")}>
        <AskLinkForm purpose="signIn" />
        <Aside question={t("claim.hasPassword")} href="/login" link={t("login.submit")} />
      </Entrance>
    );
  if (code === null || state === "over")
    return (
      <Message level="h1" icon={<Link2Off aria-hidden className="size-7" />} title={t("claim.overHeading")}>
        <p role="status">{t("claim.overText")}</p>
        <ButtonLink shape="primary" href="/login">
          {t("login.submit")}
        </ButtonLink>
      </Message>
    );
  return (
    <Entrance heading={t("claim.heading")} text={t("claim.text")}>
      <p role="alert" className="text-sm font-medium text-accent empty:hidden">
        {fault}
      </p>
      <Button
        shape="primary"
        aria-disabled={state === "busy"}
        onClick={() => void redeem()}
        className="w-full"
      >
        {t("claim.submit")}
      </Button>
    </Entrance>
  );
}
