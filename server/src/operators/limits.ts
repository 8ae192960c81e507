import type { AttemptLimit } from "#platform/attempts";

const minute = 60;
const hour = 60 * minute;
const pause = { first: 5, max: 15 * minute };

/** Wrong passwords for one operator from one address. */
export const wrongHere: AttemptLimit = { action: "operator password", free: 5, seconds: 6 * hour, pause };

/** Wrong passwords for one operator from anywhere: short pauses, because the operator waits together with the attacker. */
export const wrongAnywhere: AttemptLimit = {
  action: "operator account",
  free: 50,
  seconds: hour,
  pause: { first: 1, max: minute },
};

/** Wrong passwords from one address, for any operator. */
export const wrongFromAddress: AttemptLimit = {
  action: "operator address",
  free: 20,
  seconds: hour,
  pause: { first: 5 * minute, max: hour },
};

/**
 * Wrong codes for one operator, from anywhere and over all sign-ins: who knows the password could try a million otherwise. The operator
 * waits together with them, and signs in by passkey meanwhile.
 */
export const wrongCodes: AttemptLimit = { action: "operator code", free: 10, seconds: 6 * hour, pause };

/** Wrong codes of invitations from one address. */
export const wrongInvitations: AttemptLimit = {
  action: "operator invitation",
  free: 10,
  seconds: hour,
  pause: { first: 5 * minute, max: hour },
};

/** Sign-ins by passkey that one address begins, and reports of faults. */
export const begunPasskeys = { action: "operator passkey", max: 120, seconds: hour };
export const reportedFaults = { action: "console fault", max: 60, seconds: hour };

/** Tries of one sign-in with a code; then it starts over. */
export const CODE_TRIES = 5;
