// No imports here: the browser loads these values without the schema library.

/**
 * The decimals of currencies whose smallest unit by ISO 4217 differs from what people write, which is what Intl knows: the forint's
 * fillér is never written, but gateways count it.
 */
export const isoDigits: Readonly<Record<string, number>> = {
  AFN: 2,
  ALL: 2,
  COP: 2,
  HUF: 2,
  IDR: 2,
  IQD: 3,
  IRR: 2,
  KPW: 2,
  LAK: 2,
  LBP: 2,
  MGA: 2,
  MMK: 2,
  SOS: 2,
  SYP: 2,
  YER: 2,
};
