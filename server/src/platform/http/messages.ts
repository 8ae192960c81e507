import type { Language, Reason } from "@cliffhanger/contract";

/** What a person reads for each word of the catalogue. */
const messages: Record<Reason, Record<Language, string>> = {
  invalid_request: {
    en: "Something in this request is not right. Please check it and try again.",
    es: "Hay algo que no cuadra en esta solicitud. Revísala e inténtalo de nuevo.",
    fr: "Cette demande contient une erreur. Vérifiez-la et réessayez.",
    de: "An dieser Anfrage stimmt etwas nicht. Bitte prüfe sie und versuche es noch einmal.",
    pt: "Algo nesta solicitação não está certo. Confira e tente de novo.",
  },
  sign_in_required: {
    en: "Please sign in first.",
    es: "Primero inicia sesión.",
    fr: "Connectez-vous d’abord.",
    de: "Bitte melde dich zuerst an.",
    pt: "Entre na sua conta primeiro.",
  },
  payment_required: {
    en: "This episode is for members.",
    es: "Este episodio es para miembros.",
    fr: "Cet épisode est réservé aux membres.",
    de: "Diese Folge ist für Mitglieder.",
    pt: "Este episódio é para assinantes.",
  },
  forbidden_origin: {
    en: "This request came from another site and was refused.",
    es: "Esta solicitud vino de otro sitio y se rechazó.",
    fr: "Cette demande vient d’un autre site et a été refusée.",
    de: "Diese Anfrage kam von einer anderen Website und wurde abgelehnt.",
    pt: "Esta solicitação veio de outro site e foi recusada.",
  },
  not_found: {
    en: "We could not find that.",
    es: "No lo hemos encontrado.",
    fr: "Nous ne l’avons pas trouvé.",
    de: "Das haben wir nicht gefunden.",
    pt: "Não encontramos isso.",
  },
  method_not_allowed: {
    en: "This address does not answer that kind of request.",
    es: "Esta dirección no admite ese tipo de solicitud.",
    fr: "Cette adresse n’accepte pas ce type de demande.",
    de: "Diese Adresse nimmt solche Anfragen nicht an.",
    pt: "Este endereço não aceita esse tipo de solicitação.",
  },
  already_so: {
    en: "That is already done.",
    es: "Eso ya está hecho.",
    fr: "C’est déjà fait.",
    de: "Das ist schon erledigt.",
    pt: "Isso já está feito.",
  },
  too_large: {
    en: "That is too large to send.",
    es: "Es demasiado grande para enviarlo.",
    fr: "C’est trop volumineux pour être envoyé.",
    de: "Das ist zu groß zum Senden.",
    pt: "Isso é grande demais para enviar.",
  },
  unsupported_media_type: {
    en: "This address takes JSON only.",
    es: "Esta dirección solo admite JSON.",
    fr: "Cette adresse n’accepte que du JSON.",
    de: "Diese Adresse nimmt nur JSON an.",
    pt: "Este endereço só aceita JSON.",
  },
  wrong_host: {
    en: "This site does not live at that address.",
    es: "Este sitio no está en esa dirección.",
    fr: "Ce site ne se trouve pas à cette adresse.",
    de: "Unter dieser Adresse gibt es diese Website nicht.",
    pt: "Este site não fica nesse endereço.",
  },
  too_many_requests: {
    en: "That was a lot at once. Please wait a moment and try again.",
    es: "Han sido muchas a la vez. Espera un momento e inténtalo de nuevo.",
    fr: "Cela fait beaucoup d’un coup. Patientez un instant et réessayez.",
    de: "Das war viel auf einmal. Warte kurz und versuche es noch einmal.",
    pt: "Foi muita coisa de uma vez. Espere um instante e tente de novo.",
  },
  internal_error: {
    en: "Something went wrong on our side. Please try again.",
    es: "Algo ha fallado por nuestra parte. Inténtalo de nuevo.",
    fr: "Un problème est survenu de notre côté. Réessayez.",
    de: "Bei uns ist etwas schiefgegangen. Bitte versuche es noch einmal.",
    pt: "Algo deu errado do nosso lado. Tente de novo.",
  },
  unavailable: {
    en: "We will be back in a moment. Please try again shortly.",
    es: "Volvemos enseguida. Inténtalo en un momento.",
    fr: "Nous revenons dans un instant. Réessayez bientôt.",
    de: "Wir sind gleich wieder da. Bitte versuche es in Kürze noch einmal.",
    pt: "Voltamos já. Tente de novo em instantes.",
  },
};

/** The words for a reason in a language. */
export function messageOf(reason: Reason, language: Language): string {
  return messages[reason][language];
}
