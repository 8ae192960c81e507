/** Settings for tests that make more people from one address than anybody would. */
export const raisedLimits = {
  LIMIT_GUESTS: "1000000",
  LIMIT_REGISTRATIONS: "1000000",
  LIMIT_WRONG_PASSWORDS: "1000000",
};
