import { languages } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import type { OrderRow } from "../records/orders/repository.ts";
import type { WithdrawalRow } from "../records/withdrawals/repository.ts";
import { withdrawalEmail } from "./withdrawal-email.ts";

const at = new Date("2026-11-24T12:34:00Z");

const later = new Date("2026-12-05T10:00:00Z");

function written(
  language: string,
  kind: string,
  outcome: WithdrawalRow["outcome"],
  staysUntil: Date | null = null,
) {
  const order = { code: "7Q2MK0XD", kind, language, title: { en: "The Salt Road" } } as unknown as OrderRow;
  const withdrawal = { outcome, amount: 1665, currency: "USD", at } as WithdrawalRow;
  return withdrawalEmail({
    order,
    withdrawal,
    staysUntil,
    to: "mara@example.com",
    account: "https://watch.example.com/individual",
  });
}

test.each(languages)(
  "case 134, case 135: the mail about a withdrawal in %s says from what, when, and what comes of it",
  (language) => {
    const outcomes = [
      ["subscribe", "whole"],
      ["renewal", "whole", later],
      ["change", "whole"],
      ["subscribe", "part"],
      ["unlock", "none"],
      ["subscribe", "none"],
      ["unlock", "review"],
      ["subscribe", "review"],
    ] as const;
    const texts = outcomes.map(([kind, outcome, staysUntil = null]) => {
      const { subject, paragraphs } = written(language, kind, outcome, staysUntil);
      const text = paragraphs.join("\n");
      expect(subject).toContain("CH-7Q2MK0XD");
      expect(text).toContain("CH-7Q2MK0XD");
      expect(text).toContain("The Salt Road");
      expect(text).toContain("2026");
      expect(text).toMatch(/12[:h ].{0,3}34/);
      expect(/16[.,]65/.test(text)).toBe(outcome === "whole" || outcome === "part");
      expect(/\b5\b/.test(text)).toBe(staysUntil !== null);
      expect(text).not.toMatch(/[{}]/);
      return text;
    });
    expect(new Set(texts).size).toBe(outcomes.length);
  },
);

const membershipEnded =
  /membership has ended|Mitgliedschaft ist beendet|abonnement a pris fin|suscripción ha terminado|assinatura terminou/;

test.each(languages)(
  "case 135: the mail in %s says that what was bought has ended, not the membership: a period that is paid ahead goes on",
  (language) => {
    const text = written(language, "subscribe", "part").paragraphs.join("\n");
    expect(text).toMatch(
      /bought has ended|gekauft hast, ist beendet|acheté a pris fin|compraste ha terminado|comprou terminou/,
    );
    expect(text).not.toMatch(membershipEnded);
  },
);
