import type { Language } from "@cliffhanger/contract";
import type { AccountListener } from "#accounts";
import { aggregateVisitor } from "../aggregation/aggregate.ts";
import type { Attribution } from "../attribution.ts";
import { findAnswered, listConsents, moveConsents } from "../consent/repository.ts";
import { forgetOrderTouches, listOrderTouches } from "../orders/repository.ts";
import { listSteps } from "../steps/repository.ts";
import { listTouches } from "../touches/repository.ts";
import { noteVisit } from "../touches/visit.ts";
import { mergeTouches } from "./merge-touches.ts";

const words: Record<string, Record<Language, string>> = {
  "how-you-came": {
    en: "the links and advertisements that brought you here, in the last 90 days",
    es: "los enlaces y anuncios que te trajeron aquí en los últimos 90 días",
    fr: "les liens et publicités qui vous ont amené ici, ces 90 derniers jours",
    de: "die Links und Anzeigen, die dich in den letzten 90 Tagen hergebracht haben",
    pt: "os links e anúncios que trouxeram você aqui nos últimos 90 dias",
  },
  "how-far-you-came": {
    en: "which episodes you reached and whether you looked at the offer, in the last 90 days",
    es: "a qué episodios llegaste y si miraste la oferta, en los últimos 90 días",
    fr: "les épisodes que vous avez atteints et si vous avez regardé l’offre, ces 90 derniers jours",
    de: "welche Folgen du erreicht und ob du das Angebot angesehen hast, in den letzten 90 Tagen",
    pt: "a quais episódios você chegou e se olhou a oferta, nos últimos 90 dias",
  },
  "what-led-to-orders": {
    en: "the link or advertisement that was noted with each of your orders",
    es: "el enlace o anuncio que se anotó con cada uno de tus pedidos",
    fr: "le lien ou la publicité noté avec chacune de vos commandes",
    de: "der Link oder die Anzeige, die mit jeder deiner Bestellungen notiert wurde",
    pt: "o link ou anúncio anotado com cada um dos seus pedidos",
  },
  consents: {
    en: "what you allowed or refused to advertisers and analytics, and when",
    es: "lo que permitiste o rechazaste a anunciantes y analítica, y cuándo",
    fr: "ce que vous avez permis ou refusé aux annonceurs et à la mesure d’audience, et quand",
    de: "was du Werbenden und der Auswertung erlaubt oder verweigert hast, und wann",
    pt: "o que você permitiu ou recusou a anunciantes e à análise de dados, e quando",
  },
};

/**
 * What attribution does when accounts change. How somebody came keeps no guest here longer than they would be, only what they
 * answered when asked does; who is forgotten goes on being counted, but as nobody.
 */
export function attributionListener(attribution: Attribution): AccountListener {
  return {
    visited: (visit) => noteVisit(attribution, visit),
    async merged(trx, { guestId, memberId }) {
      await mergeTouches(trx, guestId, memberId, attribution.clock.now());
      await moveConsents(trx, guestId, memberId);
    },
    async erased(trx, visitorId) {
      await aggregateVisitor(trx, visitorId);
      await forgetOrderTouches(trx, visitorId);
    },
    async exported(db, visitorId) {
      const touches = await listTouches(db, visitorId, new Date(0));
      return {
        "how-you-came": touches.map(({ record }) => record),
        "how-far-you-came": await listSteps(db, visitorId),
        "what-led-to-orders": await listOrderTouches(db, visitorId),
        consents: await listConsents(db, visitorId),
      };
    },
    files: words,
    hasDataOf: findAnswered,
  };
}
