/** Converts an amount to major units: 1999 with two decimal places is 19.99, 500 with none is 500. */
export function inMajorUnits({ amount, exponent }: { amount: number; exponent: number }): number {
  return amount / 10 ** exponent;
}
