import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { after } from "../sessions/lives.ts";
import { hashOf, newToken } from "../sessions/tokens.ts";
import { replaceCode } from "./repository.ts";

const CODE_SECONDS = 30 * 60;

/** Creates the code of a reset mail while the mail is written; only its hash is stored, for 30 minutes, and only the newest. */
export async function createResetCode(db: Db, clock: Clock, visitorId: string): Promise<string> {
  const code = newToken();
  const endsAt = after(clock.now(), CODE_SECONDS);
  await replaceCode(db, { visitor_id: visitorId, code_hash: hashOf(code), ends_at: endsAt });
  return code;
}
