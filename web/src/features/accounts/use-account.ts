import { useQueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../lib/api.ts";
import { announceUser, changeUser } from "../../lib/session.ts";
import { storage } from "../../lib/storage.ts";
import { removeEverywhere } from "../../lib/stored-elsewhere.ts";
import { track } from "../../lib/track.ts";
import { useLanguage } from "../../lib/use-language.ts";

/**
 * Returns the actions that start and end a session; each refetches the current user.
 * @param leaves whether the page is left right after: resetting its queries would only clear what it shows
 */
export function useAccount({ leaves = false } = {}) {
  const client = useQueryClient();
  const language = useLanguage();
  const afterSignIn = async () => (leaves ? announceUser() : changeUser(client));
  return {
    async signIn(email: string, password: string): Promise<void> {
      await call("POST /api/user/login", { email: email.trim(), password }, { quiet: true });
      track("user_login", { method: "email" });
      await afterSignIn();
    },
    async register(fields: { email: string; password: string; repeatPassword: string }): Promise<void> {
      const params = { ...fields, email: fields.email.trim(), agree: true, language };
      if (await isNew(call("POST /api/user/register", params, { quiet: true })))
        track("CompleteRegistration", { method: "email" });
      await afterSignIn();
    },
    /** Completes a first sign-in through Facebook, which the server still holds as pending (R5). */
    async agreeAfterFacebook(): Promise<void> {
      if (await isNew(call("POST /api/user/facebook", { agree: true, language }, { quiet: true })))
        track("CompleteRegistration", { method: "facebook" });
      await changeUser(client);
    },
    /** Signs out and removes the user's data from the device (R61). */
    async signOut(): Promise<void> {
      await call("POST /api/user/logout", {});
      storage.remove("userToken");
      storage.remove("userId");
      storage.remove("userKind");
      storage.remove("progress");
      // A consent is a person's, and so is its proof: the next one at this browser is asked.
      storage.remove("unproven");
      removeEverywhere("consent");
      await changeUser(client);
    },
  };
}

// Returns false when another tab has signed in meanwhile: then nothing is left to do here.
async function isNew(signingIn: Promise<unknown>): Promise<boolean> {
  try {
    await signingIn;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 409) return false;
    throw error;
  }
}
