import { parseAddress } from "./address.ts";

/** The app at Facebook that people sign in with. */
export interface FacebookSettings {
  appId: string;
  appSecret: string;
  /** Where the dialog and the Graph API begin, version included. */
  dialogUrl: string;
  graphUrl: string;
}

// A version of the Graph API is served for two years.
const facebookAddresses = {
  dialogUrl: "https://www.facebook.com/v23.0",
  graphUrl: "https://graph.facebook.com/v23.0",
};

/** Reads SMTP_URL; null where no mail goes out. */
export function readSmtpUrl(value: string | null, faults: string[]): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname !== "" && /^\/?$/.test(url.pathname))
    return value;
  // Not repeated: it may hold a password.
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

/** Reads FACEBOOK_APP_ID and FACEBOOK_APP_SECRET; null where nobody signs in by Facebook. */
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
