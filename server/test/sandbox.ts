import { silentLog } from "#test/silent-log";
import { startPixels } from "../src/sandbox-pixels.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../src/sandbox-process.ts";
import { openSimulator } from "./simulators.ts";

/** An email in the simulated mailbox, as its API reports it. */
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

/** The mailbox and the Facebook simulator. */
export interface TestSandbox extends Sandbox {
  /** Returns the emails to an address, the newest first. */
  mailsTo(address: string): Promise<ReceivedMail[]>;
}

/** What a simulated vendor of a pixel received. */
export interface ReceivedEvent {
  vendor: string;
  kind: string;
  id: string;
  event: string;
  eventId: string | null;
  page: string | null;
}

/** Starts the simulators of the pixels' vendors, in a process of their own. */
export async function testPixels() {
  const { scripts, page, stop } = await startPixels({ port: 0, elsewhere: false, log: silentLog });
  return {
    scripts,
    stop,
    async received(): Promise<ReceivedEvent[]> {
      const answer = await fetch(new URL("/received", page));
      return ((await answer.json()) as { received: ReceivedEvent[] }).received;
    },
  };
}

/** Starts the simulators for a test file, in `beforeAll`; on free ports unless ports are given. */
export async function testSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox({
    port: 0,
    elsewhere: false,
    log: silentLog,
    start: openSimulator,
    ...options,
  });
  const ask = async (path: string) => (await fetch(`${sandbox.mailbox}/api/messages${path}`)).json();
  return {
    ...sandbox,
    async mailsTo(address) {
      const { messages } = (await ask(`?to=${encodeURIComponent(address)}`)) as { messages: ReceivedMail[] };
      return Promise.all(messages.map(async ({ id }) => (await ask(`/${id}`)) as ReceivedMail));
    },
  };
}

/** A person's answer in Facebook's dialog. */
export interface DialogAnswer {
  name: string;
  email: string;
  shareEmail?: boolean;
  confirmed?: boolean;
  cancel?: boolean;
}

/** Answers the dialog at an address as a browser would; returns the redirect target. */
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
