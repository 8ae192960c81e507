import { callbackify } from "node:util";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Messages } from "./messages.ts";

const MOST_BYTES = 10 * 2 ** 20;

/**
 * Opens a mail server that stores what it receives. Two local parts simulate failures: `refused` is an unknown mailbox
 * (550), and `deferred` is rejected the first time (451) and accepted the second.
 */
export function openSmtp(messages: Messages): SMTPServer {
  const deferred = new Set<string>();

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<string> {
    const raw = await readAll(stream);
    if (stream.sizeExceeded) throw refusal(552, "5.3.4 Message too large");
    const from = envelope.mailFrom ? envelope.mailFrom.address : "";
    await messages.add({ from, to: envelope.rcptTo.map(({ address }) => address) }, raw);
    return "2.0.0 Kept";
  }

  const server = new SMTPServer({
    banner: "mailbox",
    disabledCommands: ["AUTH", "STARTTLS"],
    authOptional: true,
    logger: false,
    size: MOST_BYTES,
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      const name = address.slice(0, address.lastIndexOf("@")).toLowerCase();
      if (name === "refused") return done(refusal(550, `5.1.1 <${address}> No such mailbox`));
      if (name !== "deferred" || deferred.delete(address)) return done();
      deferred.add(address);
      done(refusal(451, `4.7.1 <${address}> Try again later`));
    },
    onData: callbackify(take),
  });
  server.on("error", (error) => console.error(`A mail did not arrive: ${error.message}`));
  return server;
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
