import { handleCall } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import type { Billing } from "../records/billing.ts";
import { listMethods } from "../subscriptions/list-methods.ts";
import { giveCard, openChange, readChange } from "./change-method.ts";
import { viewOf } from "./change-view.ts";
import { chooseDefault, removeMethod } from "./saved-methods.ts";

/** Registers the routes of saved payment methods. */
export function registerMethods(http: Http, billing: Billing): void {
  const listOf = async (visitorId: string) => ({
    data: { list: await listMethods(billing.db, visitorId) },
  });
  handleCall(http, "POST /api/payment/method", {
    access: "member",
    async handle({ body, caller, language }) {
      const change =
        "method" in body
          ? await openChange(billing, { visitorId: caller.id, language }, body.method)
          : await giveCard(billing, caller.id, {
              setupId: body.setupId,
              token: "confirmationToken" in body ? body.confirmationToken : body.paymentMethod,
            });
      return { info: viewOf(change, language) };
    },
  });
  handleCall(http, "GET /api/payment/method", {
    access: "member",
    async handle({ query: { setupId }, caller, language }) {
      return { info: viewOf(await readChange(billing, caller.id, setupId), language) };
    },
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
