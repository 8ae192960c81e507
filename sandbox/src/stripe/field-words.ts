interface Words {
  lang: string;
  placeholder: Record<"cardNumber" | "cardExpiry" | "cardCvc", string>;
  label: Record<"cardNumber" | "cardExpiry" | "cardCvc", string>;
  unreachable: string;
  incomplete_number: string;
  invalid_number: string;
  incomplete_expiry: string;
  invalid_expiry_month: string;
  invalid_expiry_year: string;
  invalid_expiry_year_past: string;
  invalid_expiry_month_past: string;
  incomplete_cvc: string;
}

const number = "1234 1234 1234 1234";

/** The texts of the card fields, by language. */
export const fieldWords: Record<string, Words> = {
  en: {
    lang: "en",
    placeholder: { cardNumber: number, cardExpiry: "MM / YY", cardCvc: "CVC" },
    label: {
      cardNumber: "Credit or debit card number",
      cardExpiry: "Credit or debit card expiration date",
      cardCvc: "Credit or debit card CVC/CVV",
    },
    unreachable: "The payments provider cannot be reached. Please try again.",
    incomplete_number: "Your card number is incomplete.",
    invalid_number: "Your card number is invalid.",
    incomplete_expiry: "Your card's expiration date is incomplete.",
    invalid_expiry_month: "Your card's expiration date is invalid.",
    invalid_expiry_year: "Your card's expiration year is invalid.",
    invalid_expiry_year_past: "Your card's expiration year is in the past.",
    invalid_expiry_month_past: "Your card's expiration date is in the past.",
    incomplete_cvc: "Your card's security code is incomplete.",
  },
  es: {
    lang: "es",
    placeholder: { cardNumber: number, cardExpiry: "MM / AA", cardCvc: "CVC" },
    label: {
      cardNumber: "Número de tarjeta de crédito o débito",
      cardExpiry: "Fecha de caducidad de la tarjeta",
      cardCvc: "CVC/CVV de la tarjeta",
    },
    unreachable: "No se puede contactar con el proveedor de pagos. Inténtalo de nuevo.",
    incomplete_number: "El número de tu tarjeta está incompleto.",
    invalid_number: "El número de tu tarjeta no es válido.",
    incomplete_expiry: "La fecha de caducidad de tu tarjeta está incompleta.",
    invalid_expiry_month: "La fecha de caducidad de tu tarjeta no es válida.",
    invalid_expiry_year: "El año de caducidad de tu tarjeta no es válido.",
    invalid_expiry_year_past: "El año de caducidad de tu tarjeta ya ha pasado.",
    invalid_expiry_month_past: "La fecha de caducidad de tu tarjeta ya ha pasado.",
    incomplete_cvc: "El código de seguridad de tu tarjeta está incompleto.",
  },
  fr: {
    lang: "fr",
    placeholder: { cardNumber: number, cardExpiry: "MM / AA", cardCvc: "CVC" },
    label: {
      cardNumber: "Numéro de carte bancaire",
      cardExpiry: "Date d'expiration de la carte",
      cardCvc: "CVC/CVV de la carte",
    },
    unreachable: "Le prestataire de paiement est injoignable. Veuillez réessayer.",
    incomplete_number: "Le numéro de votre carte est incomplet.",
    invalid_number: "Le numéro de votre carte est invalide.",
    incomplete_expiry: "La date d'expiration de votre carte est incomplète.",
    invalid_expiry_month: "La date d'expiration de votre carte est invalide.",
    invalid_expiry_year: "L'année d'expiration de votre carte est invalide.",
    invalid_expiry_year_past: "L'année d'expiration de votre carte est passée.",
    invalid_expiry_month_past: "La date d'expiration de votre carte est passée.",
    incomplete_cvc: "Le code de sécurité de votre carte est incomplet.",
  },
  de: {
    lang: "de",
    placeholder: { cardNumber: number, cardExpiry: "MM / JJ", cardCvc: "Prüfziffer" },
    label: {
      cardNumber: "Kartennummer",
      cardExpiry: "Ablaufdatum der Karte",
      cardCvc: "Prüfziffer der Karte",
    },
    unreachable: "Der Zahlungsdienst ist nicht erreichbar. Bitte versuche es noch einmal.",
    incomplete_number: "Deine Kartennummer ist unvollständig.",
    invalid_number: "Deine Kartennummer ist ungültig.",
    incomplete_expiry: "Das Ablaufdatum deiner Karte ist unvollständig.",
    invalid_expiry_month: "Das Ablaufdatum deiner Karte ist ungültig.",
    invalid_expiry_year: "Das Ablaufjahr deiner Karte ist ungültig.",
    invalid_expiry_year_past: "Das Ablaufjahr deiner Karte liegt in der Vergangenheit.",
    invalid_expiry_month_past: "Das Ablaufdatum deiner Karte liegt in der Vergangenheit.",
    incomplete_cvc: "Die Prüfziffer deiner Karte ist unvollständig.",
  },
  pt: {
    lang: "pt",
    placeholder: { cardNumber: number, cardExpiry: "MM / AA", cardCvc: "CVC" },
    label: {
      cardNumber: "Número do cartão de crédito ou débito",
      cardExpiry: "Data de validade do cartão",
      cardCvc: "CVC/CVV do cartão",
    },
    unreachable: "Não foi possível contatar o provedor de pagamentos. Tente novamente.",
    incomplete_number: "O número do seu cartão está incompleto.",
    invalid_number: "O número do seu cartão é inválido.",
    incomplete_expiry: "A data de validade do seu cartão está incompleta.",
    invalid_expiry_month: "A data de validade do seu cartão é inválida.",
    invalid_expiry_year: "O ano de validade do seu cartão é inválido.",
    invalid_expiry_year_past: "O ano de validade do seu cartão já passou.",
    invalid_expiry_month_past: "A data de validade do seu cartão já passou.",
    incomplete_cvc: "O código de segurança do seu cartão está incompleto.",
  },
};
