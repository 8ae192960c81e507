import type { App } from "./facebook/grants.ts";
import { serveFacebook } from "./facebook/server.ts";
import { host, listen } from "./listen.ts";
import { openMessages } from "./mailbox/messages.ts";
import { serveMailbox } from "./mailbox/server.ts";
import { openSmtp } from "./mailbox/smtp.ts";

/** The listening mailbox and Facebook. */
export interface Outside {
  /** Their addresses, as the program reports them. */
  ready: { mailbox: string; smtp: string; facebook: string };
  /** Ends every connection. */
  close(): void;
}

/**
 * Opens the mailbox's pages at the port, SMTP at the next and Facebook at the one after. `apps`: those that Facebook knows, as
 * id:secret separated by commas.
 */
export async function openOutside(options: {
  port: number;
  elsewhere: boolean;
  apps: string;
}): Promise<Outside> {
  const { port, elsewhere, apps } = options;
  const messages = openMessages();
  const smtp = openSmtp(messages);
  const mailbox = serveMailbox(messages);
  const facebook = serveFacebook(readApps(apps));
  const [mailboxPort, smtpPort, facebookPort] = await Promise.all([
    listen(mailbox, port, elsewhere),
    listen(smtp.server, port && port + 1, elsewhere),
    listen(facebook, port && port + 2, elsewhere),
  ]);
  return {
    ready: {
      mailbox: `http://${host}:${mailboxPort}`,
      smtp: `smtp://${host}:${smtpPort}`,
      facebook: `http://${host}:${facebookPort}`,
    },
    close() {
      smtp.close();
      for (const connection of smtp.connections) connection.close();
      for (const server of [mailbox, facebook]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function readApps(list: string): App[] {
  return list
    .split(",")
    .filter(Boolean)
    .map((pair) => {
      const [id = "", secret = ""] = pair.trim().split(":", 2);
      return { id, secret };
    });
}
