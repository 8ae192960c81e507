import type { Language } from "@cliffhanger/contract";

/** What receipts and credit notes say, on paper and in mails. Dates and amounts come written out. */
export interface ReceiptWords {
  receipt: string;
  creditNote: string;
  number: string;
  issued: string;
  order: string;
  seller: string;
  buyer: string;
  what: string;
  amount: string;
  total: string;
  refunded: string;
  tax: string;
  noTax: string;
  paidWith: string;
  paidBack: string;
  cardEnding(brand: string, last4: string): string;
  period: string;
  periodOf(days: number, start: string, end: string): string;
  forGood: string;
  nextCharge: string;
  renews(date: string, amount: string): string;
  doesNotRenew(date: string): string;
  creditsOf(receipt: string): string;
  creditedWhole: string;
  creditedPart: string;
  beganMembership: string;
  beganUnlock: string;
  agreed(date: string, version: string): string;
  help: string;
  account: string;
}

/** The words of each language. */
export const receiptWords: Record<Language, ReceiptWords> = {
  en: {
    receipt: "Receipt",
    creditNote: "Credit note",
    number: "Number",
    issued: "Date",
    order: "Order",
    seller: "From",
    buyer: "For",
    what: "What you bought",
    amount: "Amount",
    total: "Total paid",
    refunded: "Total refunded",
    tax: "Tax",
    noTax: "none shown separately",
    paidWith: "Paid with",
    paidBack: "Paid back to",
    cardEnding: (brand, last4) => `${brand} ending in ${last4}`,
    period: "Your membership",
    periodOf: (days, start, end) => `${days} days, from ${start} to ${end}`,
    forGood: "All episodes of this series, for good",
    nextCharge: "Next charge",
    renews: (date, amount) =>
      `Your membership renews by itself on ${date} for ${amount}. Cancel before then on your account page and nothing is charged.`,
    doesNotRenew: (date) =>
      `This membership does not renew by itself: nothing is charged unless you pay again. It runs until ${date}; before that we send you a link in case you want to go on.`,
    creditsOf: (receipt) => `Takes back receipt ${receipt}`,
    creditedWhole: "The whole amount went back, so what it paid for has ended.",
    creditedPart: "Part of the amount went back. You keep what you bought.",
    beganMembership:
      "Before paying you asked us to begin at once. In the European Union you can still withdraw within 14 days and then pay only for the days that have passed.",
    beganUnlock:
      "Before paying you asked us to begin at once and knew that, in the European Union, your right of withdrawal for digital content ends with that.",
    agreed: (date, version) => `Agreed on ${date}, version ${version}.`,
    help: "Questions about this payment? Write to us:",
    account: "Your account, also to cancel:",
  },
  es: {
    receipt: "Recibo",
    creditNote: "Nota de abono",
    number: "Número",
    issued: "Fecha",
    order: "Pedido",
    seller: "De",
    buyer: "Para",
    what: "Lo que compraste",
    amount: "Importe",
    total: "Total pagado",
    refunded: "Total devuelto",
    tax: "Impuestos",
    noTax: "no se indican por separado",
    paidWith: "Pagado con",
    paidBack: "Devuelto a",
    cardEnding: (brand, last4) => `${brand} terminada en ${last4}`,
    period: "Tu suscripción",
    periodOf: (days, start, end) => `${days} días, del ${start} al ${end}`,
    forGood: "Todos los episodios de esta serie, para siempre",
    nextCharge: "Próximo cargo",
    renews: (date, amount) =>
      `Tu suscripción se renueva sola el ${date} por ${amount}. Si la cancelas antes en la página de tu cuenta, no se cobra nada.`,
    doesNotRenew: (date) =>
      `Esta suscripción no se renueva sola: no se cobra nada si no vuelves a pagar. Dura hasta el ${date}; antes te enviaremos un enlace por si quieres continuar.`,
    creditsOf: (receipt) => `Anula el recibo ${receipt}`,
    creditedWhole: "Se ha devuelto todo el importe, así que lo que pagaba ha terminado.",
    creditedPart: "Se ha devuelto una parte del importe. Conservas lo que compraste.",
    beganMembership:
      "Antes de pagar nos pediste que empezáramos enseguida. En la Unión Europea aún puedes desistir en 14 días y entonces pagas solo los días transcurridos.",
    beganUnlock:
      "Antes de pagar nos pediste que empezáramos enseguida y sabías que, en la Unión Europea, con ello termina tu derecho de desistimiento sobre contenido digital.",
    agreed: (date, version) => `Aceptado el ${date}, versión ${version}.`,
    help: "¿Dudas sobre este pago? Escríbenos:",
    account: "Tu cuenta, también para cancelar:",
  },
  fr: {
    receipt: "Reçu",
    creditNote: "Avoir",
    number: "Numéro",
    issued: "Date",
    order: "Commande",
    seller: "De",
    buyer: "Pour",
    what: "Votre achat",
    amount: "Montant",
    total: "Total payé",
    refunded: "Total remboursé",
    tax: "Taxes",
    noTax: "non indiquées séparément",
    paidWith: "Payé avec",
    paidBack: "Remboursé sur",
    cardEnding: (brand, last4) => `${brand} se terminant par ${last4}`,
    period: "Votre abonnement",
    periodOf: (days, start, end) => `${days} jours, du ${start} au ${end}`,
    forGood: "Tous les épisodes de cette série, pour toujours",
    nextCharge: "Prochain débit",
    renews: (date, amount) =>
      `Votre abonnement se renouvelle de lui-même le ${date} pour ${amount}. Résiliez avant sur la page de votre compte et rien ne sera débité.`,
    doesNotRenew: (date) =>
      `Cet abonnement ne se renouvelle pas de lui-même : rien n’est débité si vous ne payez pas à nouveau. Il court jusqu’au ${date} ; nous vous enverrons un lien avant, au cas où vous voudriez continuer.`,
    creditsOf: (receipt) => `Annule le reçu ${receipt}`,
    creditedWhole: "La totalité a été remboursée : ce que ce paiement ouvrait a pris fin.",
    creditedPart: "Une partie a été remboursée. Vous gardez ce que vous avez acheté.",
    beganMembership:
      "Avant de payer, vous nous avez demandé de commencer tout de suite. Dans l’Union européenne, vous pouvez encore vous rétracter sous 14 jours et ne payez alors que les jours écoulés.",
    beganUnlock:
      "Avant de payer, vous nous avez demandé de commencer tout de suite en sachant que, dans l’Union européenne, votre droit de rétractation pour les contenus numériques prend alors fin.",
    agreed: (date, version) => `Accepté le ${date}, version ${version}.`,
    help: "Une question sur ce paiement ? Écrivez-nous :",
    account: "Votre compte, aussi pour résilier :",
  },
  de: {
    receipt: "Beleg",
    creditNote: "Gutschrift",
    number: "Nummer",
    issued: "Datum",
    order: "Bestellung",
    seller: "Von",
    buyer: "Für",
    what: "Dein Kauf",
    amount: "Betrag",
    total: "Bezahlt",
    refunded: "Zurückgezahlt",
    tax: "Steuern",
    noTax: "nicht gesondert ausgewiesen",
    paidWith: "Bezahlt mit",
    paidBack: "Zurück an",
    cardEnding: (brand, last4) => `${brand}, endet auf ${last4}`,
    period: "Deine Mitgliedschaft",
    periodOf: (days, start, end) => `${days} Tage, vom ${start} bis ${end}`,
    forGood: "Alle Folgen dieser Serie, für immer",
    nextCharge: "Nächste Abbuchung",
    renews: (date, amount) =>
      `Deine Mitgliedschaft verlängert sich am ${date} von selbst für ${amount}. Kündigst du vorher auf deiner Kontoseite, wird nichts abgebucht.`,
    doesNotRenew: (date) =>
      `Diese Mitgliedschaft verlängert sich nicht von selbst: Es wird nichts abgebucht, wenn du nicht noch einmal zahlst. Sie läuft bis ${date}; vorher schicken wir dir einen Link, falls du weitermachen willst.`,
    creditsOf: (receipt) => `Nimmt den Beleg ${receipt} zurück`,
    creditedWhole: "Der ganze Betrag ging zurück; was damit bezahlt war, ist beendet.",
    creditedPart: "Ein Teil des Betrags ging zurück. Was du gekauft hast, behältst du.",
    beganMembership:
      "Vor dem Bezahlen hast du uns gebeten, sofort zu beginnen. In der Europäischen Union kannst du trotzdem 14 Tage lang widerrufen und zahlst dann nur die Tage, die vergangen sind.",
    beganUnlock:
      "Vor dem Bezahlen hast du uns gebeten, sofort zu beginnen, und wusstest, dass dein Widerrufsrecht für digitale Inhalte in der Europäischen Union damit endet.",
    agreed: (date, version) => `Zugestimmt am ${date}, Fassung ${version}.`,
    help: "Fragen zu dieser Zahlung? Schreib uns:",
    account: "Dein Konto, auch zum Kündigen:",
  },
  pt: {
    receipt: "Recibo",
    creditNote: "Nota de crédito",
    number: "Número",
    issued: "Data",
    order: "Pedido",
    seller: "De",
    buyer: "Para",
    what: "Sua compra",
    amount: "Valor",
    total: "Total pago",
    refunded: "Total devolvido",
    tax: "Impostos",
    noTax: "não indicados à parte",
    paidWith: "Pago com",
    paidBack: "Devolvido para",
    cardEnding: (brand, last4) => `${brand} com final ${last4}`,
    period: "Sua assinatura",
    periodOf: (days, start, end) => `${days} dias, de ${start} a ${end}`,
    forGood: "Todos os episódios desta série, para sempre",
    nextCharge: "Próxima cobrança",
    renews: (date, amount) =>
      `Sua assinatura se renova sozinha em ${date} por ${amount}. Cancele antes na página da sua conta e nada será cobrado.`,
    doesNotRenew: (date) =>
      `Esta assinatura não se renova sozinha: nada é cobrado se você não pagar de novo. Ela vale até ${date}; antes disso enviamos um link, caso queira continuar.`,
    creditsOf: (receipt) => `Anula o recibo ${receipt}`,
    creditedWhole: "O valor inteiro foi devolvido, então o que ele pagava terminou.",
    creditedPart: "Parte do valor foi devolvida. Você fica com o que comprou.",
    beganMembership:
      "Antes de pagar, você nos pediu para começar na hora. No Brasil, você tem sete dias para se arrepender e recebe tudo de volta; na União Europeia, pode desistir em 14 dias e paga só os dias que passaram.",
    beganUnlock:
      "Antes de pagar, você nos pediu para começar na hora e sabia que, na União Europeia, o direito de arrependimento sobre conteúdo digital termina com isso. No Brasil, você tem sete dias para se arrepender.",
    agreed: (date, version) => `Aceito em ${date}, versão ${version}.`,
    help: "Dúvidas sobre este pagamento? Escreva para nós:",
    account: "Sua conta, também para cancelar:",
  },
};

// In English in every language, like every date of the product (R96).
const long = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** A day as receipts and mails write it: `5 March 2026`. */
export function longDate(at: Date | string): string {
  return long.format(new Date(at));
}
