/** Settings for tests that create more accounts from one address than the limits allow. */
export const raisedLimits = {
  LIMIT_GUESTS: "1000000",
  LIMIT_REGISTRATIONS: "1000000",
  LIMIT_WRONG_PASSWORDS: "1000000",
};
