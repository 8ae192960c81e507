import { languages } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import type { OrderRow } from "../records/orders/repository.ts";
import type { RefundRow } from "../records/refunds/repository.ts";
import { returnedEmail } from "./returned-email.ts";

const stays = /stays open|bleibt offen|sigue abierto|reste ouvert|continua liberado/;

test.each(languages)(
  "case 14, case 47: the mail about a payment that went back in %s says that what one has stays open only where another one paid the order",
  (language) => {
    const written = (state: OrderRow["state"]) =>
      returnedEmail({
        order: { code: "7Q2MK0XD", state, language } as OrderRow,
        refund: { amount: 1999, currency: "USD" } as RefundRow,
        to: "mara@example.com",
        account: "https://watch.example.com/individual",
      });
    const ended = written("cancelled");
    expect(ended.subject).toMatch(/19[.,]99/);
    expect(ended.paragraphs.join("\n")).toContain("CH-7Q2MK0XD");
    expect(ended.paragraphs.join("\n")).not.toMatch(stays);
    expect(written("paid").paragraphs.join("\n")).toMatch(stays);
  },
);
