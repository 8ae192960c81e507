import type { Language } from "@cliffhanger/contract";

/**
 * What the customer agrees to before paying (R7), as the terms and the refund policy promise it. {periods}:
 * the days of the plans on sale. {refundDays}: the days within which an unwatched purchase is refunded.
 * Price, period, method and the next charge are shown next to the pay button.
 */
export const consentTexts: Record<Language, { subscription: string; unlock: string }> = {
  en: {
    subscription:
      "The membership lasts as many days as its plan says ({periods} days), then renews by itself for as many days again. " +
      "Each time, the price of the plan is charged by the method you chose, until you cancel. You can cancel at any time on your " +
      "account page, with two taps, to avoid future charges; you keep watching until the end of the days you have paid for. " +
      "You ask us to begin at once. In the European Union you can still withdraw within 14 days and then pay only for the days " +
      "that have passed. Wherever you live, you get the whole amount back within {refundDays} days of a payment if you have " +
      "watched no paid episode since.",
    unlock:
      "One payment opens all episodes of this series for good, those still to come included. Nothing renews. You ask us to begin " +
      "at once and know that, in the European Union, your right of withdrawal for digital content ends with that. Wherever you " +
      "live, you get the whole amount back within {refundDays} days if you have watched none of the episodes it opened.",
  },
  es: {
    subscription:
      "La suscripción dura los días que indica su plan ({periods} días) y después se renueva sola por otros tantos. Cada vez se " +
      "cobra el precio del plan con el método que elegiste, hasta que la canceles. Puedes cancelarla cuando quieras en la página " +
      "de tu cuenta, con dos toques, para evitar cargos futuros; seguirás viendo hasta el final de los días pagados. Nos pides " +
      "que empecemos enseguida. En la Unión Europea aún puedes desistir en 14 días y entonces pagas solo los días transcurridos. " +
      "Vivas donde vivas, te devolvemos todo dentro de los {refundDays} días siguientes a un pago si desde entonces no has visto " +
      "ningún episodio de pago.",
    unlock:
      "Un solo pago abre para siempre todos los episodios de esta serie, también los que están por venir. Nada se renueva. Nos " +
      "pides que empecemos enseguida y sabes que, en la Unión Europea, con ello termina tu derecho de desistimiento sobre " +
      "contenido digital. Vivas donde vivas, te devolvemos todo dentro de los {refundDays} días siguientes si no has visto " +
      "ninguno de los episodios que abrió.",
  },
  fr: {
    subscription:
      "L’abonnement dure le nombre de jours de sa formule ({periods} jours), puis se renouvelle de lui-même pour autant de jours. " +
      "À chaque fois, le prix de la formule est débité par le moyen que vous avez choisi, jusqu’à ce que vous résiliiez. Vous " +
      "pouvez résilier à tout moment sur la page de votre compte, en deux gestes, pour éviter tout débit futur ; vous continuez " +
      "à regarder jusqu’à la fin des jours payés. Vous nous demandez de commencer tout de suite. Dans l’Union européenne, vous " +
      "pouvez encore vous rétracter sous 14 jours et ne payez alors que les jours écoulés. Où que vous viviez, nous vous rendons " +
      "la totalité dans les {refundDays} jours suivant un paiement si vous n’avez regardé aucun épisode payant depuis.",
    unlock:
      "Un seul paiement ouvre pour toujours tous les épisodes de cette série, y compris ceux à venir. Rien ne se renouvelle. Vous " +
      "nous demandez de commencer tout de suite et savez que, dans l’Union européenne, votre droit de rétractation pour les " +
      "contenus numériques prend alors fin. Où que vous viviez, nous vous rendons la totalité dans les {refundDays} jours si vous " +
      "n’avez regardé aucun des épisodes ainsi ouverts.",
  },
  de: {
    subscription:
      "Die Mitgliedschaft dauert so viele Tage, wie ihr Plan sagt ({periods} Tage), und verlängert sich danach von selbst um " +
      "ebenso viele. Jedes Mal wird der Preis des Plans über die gewählte Zahlungsart abgebucht, bis du kündigst. Kündigen " +
      "kannst du jederzeit auf deiner Kontoseite, mit zweimal Tippen, und vermeidest damit weitere Abbuchungen; bis zum Ende der " +
      "bezahlten Tage schaust du weiter. Du bittest uns, sofort zu beginnen. In der Europäischen Union kannst du trotzdem 14 " +
      "Tage lang widerrufen und zahlst dann nur die Tage, die vergangen sind. Wo du auch wohnst: Innerhalb von {refundDays} Tagen " +
      "nach einer Zahlung bekommst du alles zurück, wenn du seitdem keine bezahlte Folge gesehen hast.",
    unlock:
      "Eine Zahlung öffnet alle Folgen dieser Serie für immer, auch die, die noch kommen. Nichts verlängert sich. Du bittest " +
      "uns, sofort zu beginnen, und weißt, dass dein Widerrufsrecht für digitale Inhalte in der Europäischen Union damit endet. " +
      "Wo du auch wohnst: Innerhalb von {refundDays} Tagen bekommst du alles zurück, wenn du keine der so geöffneten Folgen " +
      "gesehen hast.",
  },
  pt: {
    subscription:
      "A assinatura dura os dias que o plano indica ({periods} dias) e depois se renova sozinha por mais tantos dias. A cada vez, " +
      "o preço do plano é cobrado pela forma que você escolheu, até você cancelar. Você pode cancelar quando quiser na página da " +
      "sua conta, com dois toques, para evitar cobranças futuras; continua assistindo até o fim dos dias pagos. Você nos pede " +
      "para começar na hora. No Brasil, você tem sete dias para se arrepender e recebe tudo de volta. Na União Europeia, ainda " +
      "pode desistir em 14 dias e paga só os dias que passaram. Onde quer que você more, devolvemos tudo em até {refundDays} dias " +
      "de um pagamento se desde então você não assistiu a nenhum episódio pago.",
    unlock:
      "Um único pagamento abre para sempre todos os episódios desta série, inclusive os que ainda virão. Nada se renova. Você nos " +
      "pede para começar na hora. No Brasil, você tem sete dias para se arrepender e recebe tudo de volta. Na União Europeia, " +
      "você sabe que o direito de arrependimento sobre conteúdo digital termina com isso. Onde quer que você more, devolvemos " +
      "tudo em até {refundDays} dias se você não assistiu a nenhum dos episódios que ele abriu.",
  },
};
