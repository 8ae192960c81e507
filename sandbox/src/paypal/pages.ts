import { controlFile } from "../gateway/control.ts";
import type { GatewayAsk, GatewayReply } from "../gateway/http.ts";
import { approve, approveSetup, cancel, cancelSetup, refusalToApprove } from "./approval.ts";
import { approvalPage, noticePage, pageStyle, setupPage } from "./approval-pages.ts";
import { buyers, findBuyer } from "./buyers.ts";
import { runDue } from "./jobs.ts";
import type { Signer } from "./signing.ts";
import type { Order, Setup, World } from "./state.ts";

const certificates = "/v1/notifications/certs/";
const paths = ["/checkoutnow", "/agreements/approve", "/finished", "/style.css"];

// Forms may lead anywhere, because the answer goes to the shop's address.
const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** Returns whether a request is for a page or a certificate, which need no access token. */
export function isPage({ path }: GatewayAsk): boolean {
  return paths.includes(path) || path.startsWith(certificates);
}

/** Serves the buyer's pages, and the certificate of the webhooks. */
export function answerPages(world: World, signer: Signer, ask: GatewayAsk): GatewayReply {
  runDue(world);
  if (ask.path === `${certificates}${signer.certificateId}`)
    return { status: 200, headers: { "content-type": "application/x-pem-file" }, body: signer.chain };
  if (ask.path === "/style.css") return controlFile("text/css", pageStyle);
  if (ask.path === "/finished") return page(noticePage("Done", "You can close this page."));
  if (ask.path === "/checkoutnow") return checkout(world, ask);
  if (ask.path === "/agreements/approve") return agreement(world, ask);
  return page(noticePage("Not found", "There is nothing at this address."), 404);
}

function checkout(world: World, ask: GatewayAsk): GatewayReply {
  const order = world.store.get<Order>("order", ask.query.get("token") ?? "");
  if (!order) return page(noticePage("This does not work", "There is no such payment."), 404);
  const refusal = refusalToApprove(order);
  if (refusal) return page(noticePage("This does not work", refusal, backOf(order)), 410);
  if (ask.method !== "POST") return page(approvalPage(order, buyers));
  const form = new URLSearchParams(ask.body.toString("utf8"));
  const decision = form.get("decision");
  if (decision === "close")
    return page(noticePage("Closed", "You left without deciding, as if the window had been closed."));
  if (decision === "cancel") return redirect(cancel(world, order));
  const buyer = buyerIn(form);
  if (decision !== "approve" || !findBuyer(buyer)) return page(approvalPage(order, buyers), 400);
  return redirect(world.store.together(() => approve(world, order, buyer)));
}

function agreement(world: World, ask: GatewayAsk): GatewayReply {
  const id = ask.query.get("approval_session_id") ?? ask.query.get("approval_token_id") ?? "";
  const setup = world.store.get<Setup>("setup", id);
  if (!setup) return page(noticePage("This does not work", "There is no such agreement."), 404);
  if (setup.status === "TOKENIZED")
    return page(noticePage("This does not work", "This was saved already."), 410);
  if (ask.method !== "POST") return page(setupPage(setup, buyers));
  const form = new URLSearchParams(ask.body.toString("utf8"));
  if (form.get("decision") === "close")
    return page(noticePage("Closed", "You left without deciding, as if the window had been closed."));
  if (form.get("decision") === "cancel") return redirect(cancelSetup(world, setup));
  const buyer = buyerIn(form);
  if (!findBuyer(buyer)) return page(setupPage(setup, buyers), 400);
  return redirect(world.store.together(() => approveSetup(world, setup, buyer)));
}

function buyerIn(form: URLSearchParams): string {
  const name = form.get("name")?.trim() ?? "";
  const kind = form.get("buyer") ?? "";
  return name === "" ? kind : `${kind}:${name}`;
}

function backOf(order: Order): string | undefined {
  return order.experience.cancel_url;
}

function page(body: string, status = 200): GatewayReply {
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
    body,
  };
}

function redirect(location: string): GatewayReply {
  return { status: 303, headers: { location }, body: "" };
}
