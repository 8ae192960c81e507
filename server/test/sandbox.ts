import { silentLog } from "#test/silent-log";
import { type Sandbox, type SandboxOptions, startSandbox } from "../src/sandbox-process.ts";

/** A mail in the stand-in's mailbox, as its API tells of it. */
export interface ReceivedMail {
  id: string;
  envelope: { from: string; to: string[] };
  from: string;
  subject: string;
  messageId: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  raw: string;
}

/** The real stand-ins, in a process of their own. */
export interface TestSandbox extends Sandbox {
  /** The mails to an address, the newest first. */
  mailsTo(address: string): Promise<ReceivedMail[]>;
}

/** Starts the stand-ins for a test file, in `beforeAll`; on any free ports where none is named. */
export async function testSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox({ port: 0, elsewhere: false, log: silentLog, ...options });
  const ask = async (path: string) => (await fetch(`${sandbox.mailbox}/api/messages${path}`)).json();
  return {
    ...sandbox,
    async mailsTo(address) {
      const { messages } = (await ask(`?to=${encodeURIComponent(address)}`)) as { messages: ReceivedMail[] };
      return Promise.all(messages.map(async ({ id }) => (await ask(`/${id}`)) as ReceivedMail));
    },
  };
}

/** What a person answers in Facebook's dialog. */
export interface DialogAnswer {
  name: string;
  email: string;
  shareEmail?: boolean;
  confirmed?: boolean;
  cancel?: boolean;
}

/** Answers the dialog at an address as a browser would; returns where it sends the browser then. */
export async function answerDialog(dialogUrl: string, answer: DialogAnswer): Promise<URL> {
  const { name, email, shareEmail = true, confirmed = true, cancel = false } = answer;
  const response = await fetch(dialogUrl, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      name,
      email,
      decision: cancel ? "cancel" : "approve",
      ...(shareEmail ? { share_email: "on" } : {}),
      ...(confirmed ? { confirmed: "on" } : {}),
    }),
  });
  const location = response.headers.get("location");
  if (!location) throw new Error(`The dialog said ${response.status}: ${await response.text()}`);
  return new URL(location);
}
