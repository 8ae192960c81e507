import type { Language } from "@cliffhanger/contract";
import type { AccountListener } from "#accounts";
import type { Billing } from "./records/billing.ts";
import { anonymiseBuyer, exportBilling } from "./records/erasure/repository.ts";
import { cancelForLeaving } from "./subscriptions/cancel.ts";
import { endAtOnce } from "./subscriptions/end.ts";

const words: Record<string, Record<Language, string>> = {
  orders: {
    en: "what you ordered, when and how it was paid",
    es: "lo que pediste, cuándo y cómo se pagó",
    fr: "ce que vous avez commandé, quand et comment cela a été payé",
    de: "was du bestellt hast, wann und wie es bezahlt wurde",
    pt: "o que você pediu, quando e como foi pago",
  },
  subscription: {
    en: "your memberships and their periods",
    es: "tus suscripciones y sus periodos",
    fr: "vos abonnements et leurs périodes",
    de: "deine Mitgliedschaften und ihre Zeiträume",
    pt: "suas assinaturas e os períodos delas",
  },
  receipts: {
    en: "your receipts and credit notes, as they were issued",
    es: "tus recibos y notas de abono, tal como se emitieron",
    fr: "vos reçus et avoirs, tels qu’ils ont été émis",
    de: "deine Belege und Gutschriften, so wie sie ausgestellt wurden",
    pt: "seus recibos e notas de crédito, como foram emitidos",
  },
};

/**
 * Connects billing to the accounts domain. A deletion request stops charges. After erasure the gateways
 * delete the saved instruments; orders, receipts and the ledger stay, as the law requires, but anonymous.
 * Guests own nothing.
 */
export function billingListener(billing: Billing): AccountListener {
  return {
    leaves: (trx, visitorId) => cancelForLeaving(trx, billing, visitorId),
    async erased(trx, visitorId) {
      await endAtOnce(trx, billing, visitorId);
      await anonymiseBuyer(trx, visitorId);
    },
    exported: (db, visitorId) => exportBilling(db, visitorId),
    files: words,
    keeps: async () => [],
  };
}
