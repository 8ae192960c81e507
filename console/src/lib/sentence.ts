import { CallError } from "./call.ts";
import { t } from "./messages.ts";
import { PasskeyCancelled } from "./passkeys.ts";

/** Returns what went wrong, in a sentence for the operator. */
export function sentenceOf(error: unknown): string {
  if (error instanceof PasskeyCancelled) return error.message;
  if (!(error instanceof CallError)) return t("error.unknown");
  if (error.isLost) return t("error.lost");
  if (error.reason === "operator_required") return t("error.ended");
  if (error.message !== "") return error.message;
  return t("error.unknown");
}
