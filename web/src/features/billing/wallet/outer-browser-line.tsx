import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { type Shared, shareLink } from "../../../lib/share.ts";
import { useMessages } from "../../../lib/use-language.ts";
import { intentAddress, outerBrowser } from "./outer-browser.ts";

const look =
  "inline-flex min-h-11 items-center gap-2 text-sm text-muted underline underline-offset-4 hover:text-text";

/**
 * Renders a way to the same page in the device's own browser, where its wallet works; nothing outside of an app. Nothing was
 * bought yet, so nothing has to move with it.
 */
export function OuterBrowserLine({ wallets, title }: { wallets: readonly string[]; title: string }) {
  const t = useMessages();
  const [shared, setShared] = useState<Shared | null>(null);
  const browser = outerBrowser(navigator.userAgent);
  if (!browser || !wallets.includes(browser.wallet)) return null;
  const text = (
    <>
      <ExternalLink aria-hidden className="size-4 shrink-0" />
      {t("pay.outerBrowser", { browser: browser.name, wallet: browser.walletName })}
    </>
  );
  if (browser.name === "Chrome")
    return (
      <a href={intentAddress(location.href)} className={look}>
        {text}
      </a>
    );
  return (
    <div>
      <button
        type="button"
        className={look}
        onClick={() => void shareLink(title, location.href).then(setShared)}
      >
        {text}
      </button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {shared === "copied" ? t("pay.outerCopied", { browser: browser.name }) : null}
        {shared === "refused" ? <span className="wrap-anywhere select-all">{location.href}</span> : null}
      </p>
    </div>
  );
}
