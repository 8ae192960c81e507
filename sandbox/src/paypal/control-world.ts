import { NotUnderstood, numberOf, type Said, textOf, truthOf } from "../gateway/control.ts";
import { faultKinds } from "../gateway/faults.ts";
import { newestRequests } from "../gateway/requests.ts";
import { expireAccess } from "./access.ts";
import { approve, approveSetup, cancel, cancelSetup, refusalToApprove } from "./approval.ts";
import { buyers, findBuyer } from "./buyers.ts";
import type { ControlAction } from "./control.ts";
import { forgetRequestIds } from "./once.ts";
import { type Order, type Settings, type Setup, settingsOf, type Token, type World } from "./state.ts";
import { removeToken } from "./vault.ts";

/** The actions on the clock, the buyer, the vault, faults and settings. */
export const worldActions: Record<string, ControlAction> = {
  "GET /clock": ({ world }) => timeOf(world),
  "POST /clock": ({ world }, said) => {
    world.clock.set(numberOf(said, "offset", 0));
    return timeOf(world);
  },
  "GET /buyers": () => ({ buyers }),
  "POST /approve": ({ world }, said) => {
    const buyer = textOf(said, "buyer", "funded") || "funded";
    if (!findBuyer(buyer)) throw new NotUnderstood(`There is no buyer ${buyer}.`);
    const { order, setup } = approvable(world, textOf(said, "orderId"));
    if (setup) return { url: world.store.together(() => approveSetup(world, setup, buyer)) };
    const refusal = refusalToApprove(order);
    if (refusal) throw new NotUnderstood(refusal, 409);
    return { url: world.store.together(() => approve(world, order, buyer)) };
  },
  "POST /cancel": ({ world }, said) => {
    const { order, setup } = approvable(world, textOf(said, "orderId"));
    return { url: setup ? cancelSetup(world, setup) : cancel(world, order) };
  },
  "GET /vault": ({ world }) => ({ tokens: world.store.list<Token>("token").reverse() }),
  "POST /vault/{id}/delete": ({ world }, said, id) => {
    const token = world.store.get<Token>("token", id);
    if (!token) throw new NotUnderstood(`There is no token ${id}.`, 404);
    const fate = textOf(said, "as", "deleted");
    if (fate !== "deleted" && fate !== "cancelled") throw new NotUnderstood("as is deleted or cancelled.");
    return token.fate === "live" ? world.store.together(() => removeToken(world, token, fate)) : token;
  },
  "GET /requests": ({ world }) => ({ requests: newestRequests(world.store) }),
  "GET /faults": ({ faults }) => ({ faults: faults.list() }),
  "POST /faults": ({ faults }, said) => {
    const kind = faultKinds.find((one) => one === String(said["kind"]));
    if (!kind) throw new NotUnderstood(`kind is one of ${faultKinds.join(", ")}.`);
    return faults.add({
      kind,
      method: textOf(said, "method", ""),
      path: textOf(said, "path", "**") || "**",
      n: numberOf(said, "n", 1),
      seconds: numberOf(said, "seconds", 30),
      late: truthOf(said, "late"),
    });
  },
  "POST /faults/clear": ({ faults }) => {
    faults.clear();
    return { faults: [] };
  },
  "POST /request-ids/forget": ({ world }) => ({ forgotten: forgetRequestIds(world) }),
  "POST /access/expire": ({ world }) => ({ expired: expireAccess(world) }),
  "GET /settings": ({ world }) => settingsOf(world),
  "POST /settings": ({ world }, said) => {
    const now = settingsOf(world);
    const next: Settings = {
      uniqueInvoices: "uniqueInvoices" in said ? truthOf(said, "uniqueInvoices") : now.uniqueInvoices,
      country: textOf(said, "country", "") || now.country,
      vault: "vault" in said ? truthOf(said, "vault") : now.vault,
      tokenSeconds: numberOf(said, "tokenSeconds", now.tokenSeconds),
      vaultSeconds: numberOf(said, "vaultSeconds", now.vaultSeconds),
      reportingSeconds: numberOf(said, "reportingSeconds", now.reportingSeconds),
      eventSeconds: numberOf(said, "eventSeconds", now.eventSeconds),
      reportsAllowed: "reportsAllowed" in said ? truthOf(said, "reportsAllowed") : now.reportsAllowed,
      singleStep: textOf(said, "singleStep", now.singleStep) === "CREATED" ? "CREATED" : "COMPLETED",
      conversions: readConversions(world, said, now),
    };
    world.store.put("setting", "account", next);
    return next;
  },
};

/** Ends the conversion in force, and begins the one that was asked for. What was converted before stays so. */
function readConversions({ clock }: World, said: Said, { conversions }: Settings): Settings["conversions"] {
  if (!("converts" in said)) return conversions;
  const into = textOf(said, "converts", "");
  const now = clock.now();
  const before = conversions.map((one) => ({ ...one, until: one.until ?? now }));
  return into === "" ? before : [...before, { into, since: now, until: null }];
}

function timeOf({ clock }: World) {
  return { offset: clock.offset(), now: new Date(clock.now()).toISOString() };
}

function approvable(
  world: World,
  id: string,
): { order: Order; setup?: never } | { setup: Setup; order?: never } {
  const order = world.store.get<Order>("order", id);
  if (order) return { order };
  const setup = world.store.get<Setup>("setup", id);
  if (setup) return { setup };
  throw new NotUnderstood(`There is no order ${id}.`, 404);
}
