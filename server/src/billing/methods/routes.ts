import { handleCall } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import type { Billing } from "../records/billing.ts";
import { chooseDefault, listMethods, removeMethod } from "./saved-methods.ts";

/** Registers the routes of saved payment methods. */
export function registerMethods(http: Http, billing: Billing): void {
  const listOf = async (visitorId: string) => ({
    data: { list: await listMethods(billing.db, visitorId) },
  });
  handleCall(http, "GET /api/payment/methods", {
    access: "member",
    handle: ({ caller }) => listOf(caller.id),
  });
  handleCall(http, "DELETE /api/payment/methods", {
    access: "member",
    async handle({ body: { id }, caller }) {
      await removeMethod(billing, caller.id, id);
      return listOf(caller.id);
    },
  });
  handleCall(http, "POST /api/payment/methods/default", {
    access: "member",
    async handle({ body: { id }, caller }) {
      await chooseDefault(billing, caller.id, id);
      return listOf(caller.id);
    },
  });
}
