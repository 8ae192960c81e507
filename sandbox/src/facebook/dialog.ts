import { type Ask, htmlReply, type Reply, redirect } from "../serve.ts";
import type { App, Consent, Grants } from "./grants.ts";
import { dialogPage, faultPage, policy } from "./pages.ts";
import { type Person, people } from "./people.ts";

/** What an app requests by the dialog's address. */
type Request = Omit<Consent, "person" | "scopes"> & { scopes: string[]; state: string | null };

const knownScopes = ["public_profile", "email", "openid"];

/** Answers the dialog: GET shows it, POST is a person's answer to it. */
export function dialog(apps: App[], grants: Grants, ask: Ask): Reply {
  const request = readRequest(apps, ask.query);
  if (typeof request === "string") return htmlReply(faultPage(request), policy, 400);
  if (ask.method === "GET") {
    return htmlReply(
      dialogPage(request.appId, `${ask.path}?${ask.query.toString()}`, request.scopes),
      policy,
    );
  }
  if (ask.form.get("decision") !== "approve") {
    return redirect(
      returnAddress(request, {
        error: "access_denied",
        error_code: "200",
        error_description: "Permissions error",
        error_reason: "user_denied",
      }),
    );
  }
  const person = chosenPerson(ask.form);
  if (!person)
    return htmlReply(faultPage("Choose somebody, or type a name and an e-mail address."), policy, 400);
  const { state: _, ...asked } = request;
  const shares = ask.form.get("share_email") === "on";
  const scopes = asked.scopes.filter((scope) => scope !== "email" || shares);
  const code = grants.issueCode({ ...asked, scopes, person });
  return redirect(returnAddress(request, { code }));
}

/** Returns the request, or what is wrong with it. Faults are never sent to an address that was not checked. */
function readRequest(apps: App[], query: URLSearchParams): Request | string {
  const app = apps.find(({ id }) => id === query.get("client_id"));
  if (!app) return "Invalid App ID: The provided app ID does not look like a valid app ID.";
  const redirectUri = query.get("redirect_uri") ?? "";
  if (!isAllowedReturn(redirectUri))
    return "URL Blocked: This redirect failed because the redirect URI is not white-listed in the app's client OAuth settings.";
  if ((query.get("response_type") ?? "code") !== "code")
    return "This simulator only knows response_type=code.";
  const scopes = (query.get("scope") ?? "public_profile").split(/[ ,]+/).filter(Boolean);
  const unknown = scopes.filter((scope) => !knownScopes.includes(scope));
  if (unknown.length > 0) return `Invalid Scopes: ${unknown.join(", ")}.`;
  const value = query.get("code_challenge");
  const method = query.get("code_challenge_method") === "S256" ? "S256" : "plain";
  return {
    appId: app.id,
    redirectUri,
    scopes: [...new Set([...scopes, "public_profile"])],
    state: query.get("state"),
    // Without the OpenID scope Facebook silently drops the challenge, and then refuses the verifier.
    challenge: value && scopes.includes("openid") ? { value, method } : null,
  };
}

/** Return addresses must be https, except for this machine and plain addresses of its network, as for an app in development. */
function isAllowedReturn(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash } = new URL(address);
  if (hash !== "") return false;
  return (
    protocol === "https:" || (protocol === "http:" && /^(localhost|[\d.]+|\[[\da-f:.]+\])$/.test(hostname))
  );
}

function returnAddress({ redirectUri, state }: Request, said: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set("state", state);
  // Facebook appends this to every answer.
  return `${url.href}#_=_`;
}

function chosenPerson(form: URLSearchParams): Person | null {
  const confirmed = form.get("confirmed") === "on";
  const name = form.get("name")?.trim() ?? "";
  const email = form.get("email")?.trim() ?? "";
  if (name !== "") return { name, email, confirmed };
  const known = people[Number(form.get("person") ?? "-")];
  return known ? { ...known, confirmed } : null;
}
