import type { Language } from "@cliffhanger/contract";

/** What stands around every letter. */
export const frameWords: Record<Language, { linkBelow: string; automatic(site: string): string }> = {
  en: {
    linkBelow: "If the button does nothing, copy this address into your browser:",
    automatic: (site) =>
      `${site} sent this mail by itself, because of something done on the site. It is not advertising.`,
  },
  es: {
    linkBelow: "Si el botón no funciona, copia esta dirección en tu navegador:",
    automatic: (site) =>
      `${site} envía este correo de forma automática por algo que se hizo en el sitio. No es publicidad.`,
  },
  fr: {
    linkBelow: "Si le bouton ne répond pas, copiez cette adresse dans votre navigateur :",
    automatic: (site) =>
      `${site} envoie cet e-mail automatiquement, à la suite d’une action sur le site. Ce n’est pas de la publicité.`,
  },
  de: {
    linkBelow: "Wenn sich beim Antippen nichts tut, kopiere diese Adresse in deinen Browser:",
    automatic: (site) =>
      `${site} verschickt diese Mail automatisch, weil auf der Website etwas passiert ist. Sie ist keine Werbung.`,
  },
  pt: {
    linkBelow: "Se o botão não funcionar, copie este endereço no seu navegador:",
    automatic: (site) =>
      `${site} envia este e-mail automaticamente, por causa de algo feito no site. Não é publicidade.`,
  },
};
