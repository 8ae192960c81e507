import { isLoopback } from "../loopback.ts";

/** An email as the mail server receives it. */
export interface Mail {
  from: { name: string; address: string };
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  inReplyTo?: string;
  references?: string[];
  /** The address that bounces go to; default: the sender's. */
  bounceTo?: string;
  /** Whether a person wrote it. */
  isPersonal?: boolean;
}

/** Delivers an email to a mail server; returns what it answered. */
export type Deliver = (mail: Mail) => Promise<string>;

/** A failed delivery. Its message names neither address nor content, because logs and job rows store it. */
export class DeliveryError extends Error {
  /** Whether the mail server will refuse the same email again. */
  readonly permanent: boolean;
  constructor(message: string, permanent: boolean) {
    super(message);
    this.name = "DeliveryError";
    this.permanent = permanent;
  }
}

/** Returns a delivery by SMTP, one connection per email. The library is loaded with the first email. */
export function smtpDelivery(smtpUrl: string): Deliver {
  const settings = connectionSettings(smtpUrl);
  return async ({ to, replyTo, bounceTo, isPersonal = false, ...mail }) => {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(settings);
    try {
      const sent = await transport.sendMail({
        ...mail,
        // As an object: in a string, a comma would name a second recipient.
        to: { name: "", address: to },
        ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
        envelope: { from: bounceTo ?? mail.from.address, to: [to] },
        ...(isPersonal ? {} : { headers: { "Auto-Submitted": "auto-generated" } }),
        textEncoding: "quoted-printable",
      });
      return sent.response;
    } catch (error) {
      throw deliveryError(error);
    } finally {
      transport.close();
    }
  };
}

/** Checks a mail server. Returns its fault as the end of a sentence that begins with its name; null without one. */
export async function mailServerFault(smtpUrl: string): Promise<string | null> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(connectionSettings(smtpUrl));
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    if (code === "EAUTH") return "refuses the user or password";
    return `does not take mail (${[responseCode, code].filter(Boolean).join(" ") || "no reason given"})`;
  } finally {
    transport.close();
  }
}

/** Returns the settings of a connection: a password is sent encrypted, except within this machine. */
function connectionSettings(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const auth = url.username
    ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
    : {};
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    ...auth,
    requireTLS: !secure && url.username !== "" && !isLoopback(url.hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function deliveryError(error: unknown): DeliveryError {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  // The operator can correct a refused sender or password, so such an email is retried.
  const permanent = (responseCode ?? 0) >= 500 && (command === "RCPT TO" || command === "DATA");
  const said = [command, responseCode, code].filter(Boolean).join(" ");
  return new DeliveryError(`The mail server did not take a mail (${said || "no reason given"})`, permanent);
}
