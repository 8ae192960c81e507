import { parseAddress } from "./address.ts";

/** The Facebook app that users sign in with. */
export interface FacebookSettings {
  appId: string;
  appSecret: string;
  /** The base addresses of the dialog and the Graph API, including the version. */
  dialogUrl: string;
  graphUrl: string;
}

// A version of the Graph API is available for two years.
const facebookAddresses = {
  dialogUrl: "https://www.facebook.com/v23.0",
  graphUrl: "https://graph.facebook.com/v23.0",
};

/** Reads SMTP_URL; null when no mail is sent. */
export function readSmtpUrl(value: string | null, faults: string[]): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname !== "" && /^\/?$/.test(url.pathname))
    return value;
  // The value is not repeated: it may contain a password.
  faults.push("SMTP_URL is no mail server's address; give smtp://user:password@mail.example.com:587.");
  return null;
}

/** Reads MAIL_FROM. */
export function readMailFrom(value: string | null, origin: string | null, faults: string[]): string {
  if (value === null) return `no-reply@${origin === null ? "localhost" : new URL(origin).hostname}`;
  const address = parseAddress(value);
  if (address === null) faults.push(`MAIL_FROM is "${value}"; give one address, such as hello@example.com.`);
  return address ?? value;
}

/** Reads SUPPORT_INBOX; null: answers of viewers go to the seller's address. */
export function readSupportInbox(value: string | null, faults: string[]): string | null {
  if (value === null) return null;
  const address = parseAddress(value);
  if (address === null)
    faults.push(`SUPPORT_INBOX is "${value}"; give one address, such as help@example.com.`);
  return address;
}

/** Reads FACEBOOK_APP_ID and FACEBOOK_APP_SECRET; null when Facebook sign-in is off. */
export function readFacebook(
  given: { appId: string | null; appSecret: string | null },
  origin: string | null,
  faults: string[],
): FacebookSettings | null {
  const { appId, appSecret } = given;
  if (appId === null && appSecret === null) return null;
  if (appId === null || appSecret === null) {
    const alone = appId === null ? "FACEBOOK_APP_SECRET" : "FACEBOOK_APP_ID";
    faults.push(`${alone} is set alone; give FACEBOOK_APP_ID and FACEBOOK_APP_SECRET, or neither.`);
    return null;
  }
  if (!/^\d{5,20}$/.test(appId)) faults.push(`FACEBOOK_APP_ID is "${appId}"; give the app's number.`);
  if (!/^[0-9a-f]{16,64}$/i.test(appSecret))
    faults.push("FACEBOOK_APP_SECRET is no app's secret; copy it from the app's basic settings.");
  if (origin === null)
    faults.push("FACEBOOK_APP_ID is set without PUBLIC_ORIGIN, which Facebook sends people back to.");
  return { appId, appSecret, ...facebookAddresses };
}
