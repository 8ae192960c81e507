import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { t } from "./messages.ts";

/** Why this page cannot use passkeys. */
export type PasskeysMissing = "ip_address" | "no_https" | "no_browser";

/** Returns why passkeys cannot be used at this address or in this browser; null when they can. */
export function passkeysMissing(): PasskeysMissing | null {
  if (/^[\d.]+$|^\[/.test(location.hostname)) return "ip_address";
  if (!isSecureContext) return "no_https";
  return typeof PublicKeyCredential === "undefined" ? "no_browser" : null;
}

/** The operator closed the browser's dialog, or it timed out. */
export class PasskeyCancelled extends Error {}

type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/** What the contract knows of how a browser reaches a passkey; an unknown way is left out. */
const TRANSPORTS = { ble: 1, cable: 1, hybrid: 1, internal: 1, nfc: 1, "smart-card": 1, usb: 1 } as const;
type Transport = keyof typeof TRANSPORTS;

/** Asks the browser to sign in with a passkey. */
export async function askPasskey(options: unknown) {
  const { id, rawId, type, response } = await asked(() =>
    startAuthentication({ optionsJSON: options as RequestOptions }),
  );
  return { id, rawId, type, response };
}

/** Asks the browser to make a passkey. */
export async function makePasskey(options: unknown) {
  const { id, rawId, type, response } = await asked(() =>
    startRegistration({ optionsJSON: options as CreationOptions }),
  );
  const { clientDataJSON, attestationObject, transports } = response;
  const known = transports?.filter((one): one is Transport => one in TRANSPORTS) ?? [];
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports: known } };
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name))
      throw new PasskeyCancelled(t("passkey.cancelled"), { cause: error });
    if (error instanceof Error && error.name === "InvalidStateError")
      throw new PasskeyCancelled(t("passkey.known"), { cause: error });
    throw error;
  }
}

/** Returns a name for a new passkey: the system of this device. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const systems: [RegExp, string][] = [
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Android/, "Android"],
    [/Mac OS/, "Mac"],
    [/Windows/, "Windows"],
    [/CrOS/, "ChromeOS"],
    [/Linux/, "Linux"],
  ];
  return systems.find(([pattern]) => pattern.test(agent))?.[1] ?? t("passkey.device");
}

/** Returns the name of a passkey, or its number where it has none. */
export function passkeyName({ name }: { name: string }, index: number): string {
  return name === "" ? t("passkey.number", { number: index + 1 }) : name;
}
