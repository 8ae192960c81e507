import { useQueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../lib/api.ts";
import { changePerson } from "../../lib/session.ts";
import { storage } from "../../lib/storage.ts";
import { useLanguage } from "../../lib/use-language.ts";

/** What starts and ends a session, each followed by a fresh look at who uses the page now. */
export function usePerson() {
  const client = useQueryClient();
  const language = useLanguage();
  return {
    async signIn(email: string, password: string): Promise<void> {
      await call("POST /api/user/login", { email: email.trim(), password }, { quiet: true });
      await changePerson(client);
    },
    async register(given: { email: string; password: string; repeatPassword: string }): Promise<void> {
      const params = { ...given, email: given.email.trim(), agree: true, language };
      await unlessSignedIn(call("POST /api/user/register", params, { quiet: true }));
      await changePerson(client);
    },
    /** The last step after a first way in by Facebook, which the server still knows of (R5). */
    async agreeAfterFacebook(): Promise<void> {
      await unlessSignedIn(call("POST /api/user/facebook", { agree: true, language }, { quiet: true }));
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
async function unlessSignedIn(entering: Promise<unknown>): Promise<void> {
  await entering.catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 409)) throw error;
  });
}
