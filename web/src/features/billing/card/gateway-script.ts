import type { StripeConstructor } from "@stripe/stripe-js";

const pendingScripts = new Map<string, Promise<StripeConstructor>>();

/**
 * Loads the gateway's own script, which must come from its origin and is never bundled. A second call reuses it;
 * after a failure the next call loads it again.
 */
export function loadGatewayScript(url: string): Promise<StripeConstructor> {
  const pending = pendingScripts.get(url) ?? fetchScript(url);
  pendingScripts.set(url, pending);
  pending.catch(() => pendingScripts.delete(url));
  return pending;
}

function fetchScript(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => {
      if (window.Stripe) resolve(window.Stripe);
      else reject(new Error("The gateway's script brought nothing."));
    });
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("The gateway's script did not come."));
    });
    document.head.append(script);
  });
}
