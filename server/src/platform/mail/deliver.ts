import { isLoopback } from "../config.ts";

/** One mail as it is handed to the mail server. */
export interface Mail {
  from: { name: string; address: string };
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
}

/** Hands mails to a mail server. */
export type Deliver = (mail: Mail) => Promise<void>;

/** Why a mail was not taken: in words that name neither address nor content, which logs and job rows keep. */
export class DeliveryError extends Error {
  /** Refused for good: the same mail will be refused again. */
  readonly permanent: boolean;
  constructor(message: string, permanent: boolean) {
    super(message);
    this.name = "DeliveryError";
    this.permanent = permanent;
  }
}

/** Delivers by SMTP, one connection a mail. The library is loaded with the first mail. */
export function smtpDelivery(smtpUrl: string): Deliver {
  const settings = connectionSettings(smtpUrl);
  return async ({ to, replyTo, ...mail }) => {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(settings);
    try {
      await transport.sendMail({
        ...mail,
        // As an object: in a string, a comma would name a second recipient.
        to: { name: "", address: to },
        ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
        envelope: { from: mail.from.address, to: [to] },
        headers: { "Auto-Submitted": "auto-generated" },
        textEncoding: "quoted-printable",
      });
    } catch (error) {
      throw deliveryError(error);
    } finally {
      transport.close();
    }
  };
}

/** What is wrong with a mail server, as the end of a sentence that begins with its name; null where mail may go out. */
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

/** How to connect: a password never travels in the open, except within this machine. */
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
  // A refused sender or password is for the operator to mend; until then the mail waits.
  const permanent = (responseCode ?? 0) >= 500 && (command === "RCPT TO" || command === "DATA");
  const said = [command, responseCode, code].filter(Boolean).join(" ");
  return new DeliveryError(`The mail server did not take a mail (${said || "no reason given"})`, permanent);
}
