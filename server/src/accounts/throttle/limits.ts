import type { AttemptLimit } from "#platform/attempts";
import type { Limits } from "#platform/limit-settings";
import type { Limit } from "#platform/throttle";

const minute = 60;
const hour = 60 * minute;

/** Wrong passwords for one account from one address. */
export const wrongHere: AttemptLimit = {
  action: "password account address",
  free: 5,
  seconds: 6 * hour,
  pause: { first: 5, max: 15 * minute },
};

/** Wrong passwords for one account from anywhere: short pauses, because its owner waits together with the attacker. */
export const wrongAnywhere: AttemptLimit = {
  action: "password account",
  free: 50,
  seconds: hour,
  pause: { first: 1, max: minute },
};

/** Wrong reset codes from one address. */
export const wrongCodes: AttemptLimit = {
  action: "code address",
  free: 30,
  seconds: hour,
  pause: { first: 5, max: 15 * minute },
};

/** Failed registrations from one address because the email was taken: each reveals that an account exists. */
export const takenAddresses: AttemptLimit = {
  action: "taken address",
  free: 20,
  seconds: hour,
  pause: { first: 5, max: 15 * minute },
};

/** Requests for a reset mail from one address. */
export const forgottenFromAddress: Limit = { action: "forgot address", max: 30, seconds: hour };

/** Reset mails to one account; further ones are silently not sent. */
export const resetMails: Limit = { action: "forgot account", max: 3, seconds: hour };

/** Requests for a link from one address. */
export const linksFromAddress: Limit = { action: "link address", max: 10, seconds: hour };

/** Links to one mailbox; further ones are silently not sent. */
export const linkMails: Limit = { action: "link account", max: 3, seconds: hour };

/** Mails that inform an owner of a registration with their address. */
export const takenMails: Limit = { action: "taken mail", max: 1, seconds: 24 * hour };

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
    newGuests: { action: "guest", max: given.guests, seconds: 10 * minute },
    registrations: {
      action: "register",
      free: given.registrations,
      seconds: hour,
      pause: { first: 5, max: 5 * minute },
    },
    wrongFromAddress: {
      action: "password address",
      free: given.wrongPasswords,
      seconds: hour,
      pause: { first: 5, max: 15 * minute },
    },
  };
}
