import { useQueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../lib/api.ts";
import { changePerson } from "../../lib/session.ts";
import { storage } from "../../lib/storage.ts";
import { track } from "../../lib/track.ts";
import { useLanguage } from "../../lib/use-language.ts";

/**
 * What starts and ends a session, each followed by a fresh look at who uses the page now.
 * @param leaves the page is left right after: a fresh look would only take what is on it away
 */
export function usePerson({ leaves = false } = {}) {
  const client = useQueryClient();
  const language = useLanguage();
  const entered = () => (leaves ? Promise.resolve() : changePerson(client));
  return {
    async signIn(email: string, password: string): Promise<void> {
      await call("POST /api/user/login", { email: email.trim(), password }, { quiet: true });
      track("user_login", { method: "email" });
      await entered();
    },
    async register(given: { email: string; password: string; repeatPassword: string }): Promise<void> {
      const params = { ...given, email: given.email.trim(), agree: true, language };
      if (await isNew(call("POST /api/user/register", params, { quiet: true })))
        track("CompleteRegistration", { method: "email" });
      await entered();
    },
    /** The last step after a first way in by Facebook, which the server still knows of (R5). */
    async agreeAfterFacebook(): Promise<void> {
      if (await isNew(call("POST /api/user/facebook", { agree: true, language }, { quiet: true })))
        track("CompleteRegistration", { method: "facebook" });
      await changePerson(client);
    },
    /** Nothing of the person stays on the device (R61). */
    async signOut(): Promise<void> {
      await call("POST /api/user/logout", {});
      storage.remove("userToken");
      storage.remove("userId");
      await changePerson(client);
    },
  };
}

// Somebody signed in in another tab meanwhile: then there is nothing left to do here.
async function isNew(entering: Promise<unknown>): Promise<boolean> {
  try {
    await entering;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 409) return false;
    throw error;
  }
}
