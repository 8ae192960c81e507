import type { StripeConstructor } from "@stripe/stripe-js";

const coming = new Map<string, Promise<StripeConstructor>>();

/**
 * Fetches the gateway's own script, which must come from where the gateway says and is never part of our files. The second
 * time it is there already; after a failure another try fetches it anew.
 */
export function loadGatewayScript(url: string): Promise<StripeConstructor> {
  const pending = coming.get(url) ?? fetchScript(url);
  coming.set(url, pending);
  pending.catch(() => coming.delete(url));
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
