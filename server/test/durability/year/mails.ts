import { setTimeout as pause } from "node:timers/promises";
import type { Buyer } from "./buyer.ts";
import type { World } from "./world.ts";

/** The mails that arrived, taken out of the mailbox as they come: it holds the newest ones only. */
export class Mails {
  /** The numbers of the receipts that each address got. */
  readonly receipts = new Map<string, Set<string>>();
  count = 0;
  private readonly world: World;
  private readonly known = new Set<string>();

  constructor(world: World) {
    this.world = world;
  }

  async take(): Promise<void> {
    const page = `${this.world.mailbox.mailbox}/api/messages`;
    const { messages } = (await (await fetch(page)).json()) as {
      messages: { messageId: string; subject: string; to: string[] }[];
    };
    for (const { messageId, subject, to } of messages) {
      if (this.known.has(messageId)) continue;
      this.known.add(messageId);
      this.count += 1;
      const number = /^Your receipt (\S+)$/.exec(subject)?.[1];
      for (const address of number ? to : []) {
        const numbers = this.receipts.get(address) ?? new Set();
        this.receipts.set(address, numbers.add(number ?? ""));
      }
    }
  }

  /** Whether each payment that a buyer agreed to brought a receipt by mail, and nothing else did. */
  async check(buyers: readonly Buyer[]): Promise<void> {
    for (const buyer of buyers) {
      if (buyer.paid.size === 0) continue;
      const { email } = buyer;
      for (let tries = 0; ; tries++) {
        await this.take();
        const got = this.receipts.get(email)?.size ?? 0;
        if (got === buyer.paid.size) break;
        // A job whose node died is taken up again after a while.
        if (tries >= 600)
          throw buyer.breach(`paid ${buyer.paid.size} times, but got ${got} receipts by mail`);
        await pause(500);
      }
    }
  }
}
