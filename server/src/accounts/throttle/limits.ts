import type { Limits } from "#platform/limit-settings";
import type { Limit } from "#platform/throttle";

/** A limit of failed attempts: `free` within `seconds`, then with pauses that double. */
export interface AttemptLimit {
  what: string;
  free: number;
  seconds: number;
  /**
   * The first pause and the longest one, in seconds. Never unlimited, because locking out an account would be an attack
   * too.
   */
  pause: { first: number; longest: number };
}

const minute = 60;
const hour = 60 * minute;

/** Wrong passwords for one account from one address. */
export const wrongHere: AttemptLimit = {
  what: "password account address",
  free: 5,
  seconds: 6 * hour,
  pause: { first: 5, longest: 15 * minute },
};

/** Wrong passwords for one account from anywhere: short pauses, because its owner waits together with the attacker. */
export const wrongAnywhere: AttemptLimit = {
  what: "password account",
  free: 50,
  seconds: hour,
  pause: { first: 1, longest: minute },
};

/** Wrong reset codes from one address. */
export const wrongCodes: AttemptLimit = {
  what: "code address",
  free: 30,
  seconds: hour,
  pause: { first: 5, longest: 15 * minute },
};

/** Failed registrations from one address because the email was taken: each reveals that an account exists. */
export const takenAddresses: AttemptLimit = {
  what: "taken address",
  free: 20,
  seconds: hour,
  pause: { first: 5, longest: 15 * minute },
};

/** Requests for a reset mail from one address. */
export const forgottenFromAddress: Limit = { what: "forgot address", most: 30, seconds: hour };

/** Reset mails to one account; further ones are silently not sent. */
export const resetMails: Limit = { what: "forgot account", most: 3, seconds: hour };

/** Mails that inform an owner of a registration with their address. */
export const takenMails: Limit = { what: "taken mail", most: 1, seconds: 24 * hour };

/** The limits that come from the settings. */
export interface AccountLimits {
  /** New guests from one address who are saved at once; a carrier's customers share one, so further ones are never refused. */
  newGuests: Limit;
  /** Registrations from one address. */
  registrations: AttemptLimit;
  /** Wrong passwords from one address for any account: one password tried on many. */
  wrongFromAddress: AttemptLimit;
}

/** Returns the limits that come from the settings. */
export function accountLimits(
  given: Pick<Limits, "guests" | "registrations" | "wrongPasswords">,
): AccountLimits {
  return {
    newGuests: { what: "guest", most: given.guests, seconds: 10 * minute },
    registrations: {
      what: "register",
      free: given.registrations,
      seconds: hour,
      pause: { first: 5, longest: 5 * minute },
    },
    wrongFromAddress: {
      what: "password address",
      free: given.wrongPasswords,
      seconds: hour,
      pause: { first: 5, longest: 15 * minute },
    },
  };
}
