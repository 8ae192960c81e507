/** The browser outside of an app, and the wallet that works there. */
export interface OuterBrowser {
  name: "Safari" | "Chrome";
  wallet: "apple_pay" | "google_pay";
  walletName: "Apple Pay" | "Google Pay";
}

/** Apps whose browser says so; on Android most say `wv` too. */
const apps = /\b(?:FBAN|FBAV|FB_IAB|Instagram|musical_ly|BytedanceWebview|Snapchat|Pinterest|Line)\b/;

/**
 * Returns the browser to pay in instead, when a page without wallets is shown within an app; null in a browser. The wallets are
 * decided by the gateway's element alone; this only words a hint.
 */
export function outerBrowser(userAgent: string): OuterBrowser | null {
  if (/Android/.test(userAgent))
    return /; wv\)/.test(userAgent) || apps.test(userAgent)
      ? { name: "Chrome", wallet: "google_pay", walletName: "Google Pay" }
      : null;
  // Apple's browsers, and those of others on its devices, say "Safari"; an app's own view does not.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) && /AppleWebKit/.test(userAgent);
  return isApple && (apps.test(userAgent) || !/Safari\//.test(userAgent))
    ? { name: "Safari", wallet: "apple_pay", walletName: "Apple Pay" }
    : null;
}

/** Returns the address that opens a page in Chrome on Android (developer.chrome.com/docs/android/intents). */
export function intentAddress(page: string): string {
  const { protocol, host, pathname, search } = new URL(page);
  const fallback = encodeURIComponent(page);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};package=com.android.chrome;S.browser_fallback_url=${fallback};end`;
}
