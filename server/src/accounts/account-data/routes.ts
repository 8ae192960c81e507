import { handleCall } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import type { Accounts } from "../accounts.ts";
import { agreementsOf } from "./agreements.ts";
import { scheduleDeletion, undoDeletion } from "./deletion.ts";
import { exportAccount } from "./export.ts";

/** Registers the calls by which members inspect, export and delete their data. */
export function registerAccountData(http: Http, accounts: Accounts): void {
  handleCall(http, "GET /api/user/agreements", {
    access: "member",
    async handle({ caller }) {
      const list = await agreementsOf(accounts.db, caller.id);
      return {
        data: { list, total: list.length, page: 1, pageSize: Math.max(1, list.length), hasMore: false },
      };
    },
  });
  handleCall(http, "POST /api/user/export", {
    access: "member",
    handle: ({ body, language, caller, origin }) =>
      exportAccount(accounts, { ...body, caller, origin }, language),
  });
  handleCall(http, "POST /api/user/delete", {
    access: "member",
    async handle({ body: { undo, password = "" }, caller, origin }) {
      if (undo) {
        await undoDeletion(accounts, caller);
        return { info: { deletesAt: null } };
      }
      const deletesAt = await scheduleDeletion(accounts, { password, caller, origin });
      return { info: { deletesAt: deletesAt.toISOString() } };
    },
  });
}
