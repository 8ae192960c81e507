// The simulator's script for a merchant's page: payments by their own secret, and the bank's page over the merchant's. ORIGIN and
// PARTS are put in front when it is served.
(() => {
  const { createConfirmationToken, createElements, IntegrationError } = PARTS;

  /** The bank's own page over the merchant's, until the customer is through with it. */
  function showChallenge(url) {
    return new Promise((resolve) => {
      const before = document.activeElement;
      const overlay = document.createElement("div");
      const frame = document.createElement("iframe");
      frame.src = url;
      frame.title = "3D Secure authentication frame";
      frame.name = "__privateStripeFrameChallenge";
      overlay.setAttribute("role", "dialog");
      overlay.setAttribute("aria-modal", "true");
      overlay.setAttribute("aria-label", "3D Secure authentication");
      overlay.setAttribute(
        "style",
        "position: fixed; inset: 0; z-index: 2147483647; display: grid; place-items: center; padding: 16px; background: rgba(0, 0, 0, 0.6);",
      );
      frame.setAttribute(
        "style",
        "width: min(400px, 100%); height: min(600px, 100%); border: none; border-radius: 12px; background: #fff; color-scheme: light only;",
      );
      const { overflow } = document.documentElement.style;
      const others = [...document.body.children].filter((one) => !one.inert);
      const done = ({ data, origin, source }) => {
        if (origin !== ORIGIN || source !== frame.contentWindow || data?.type !== "challenge-ended") return;
        removeEventListener("message", done);
        overlay.remove();
        for (const one of others) one.inert = false;
        document.documentElement.style.overflow = overflow;
        before?.focus?.();
        resolve();
      };
      addEventListener("message", done);
      overlay.append(frame);
      for (const one of others) one.inert = true;
      document.body.append(overlay);
      document.documentElement.style.overflow = "hidden";
      frame.addEventListener("load", () => frame.focus());
    });
  }

  function encode(value, name = "") {
    if (value === undefined || value === null) return [];
    if (typeof value !== "object") return [[name, String(value)]];
    return Object.entries(value).flatMap(([key, one]) => encode(one, name === "" ? key : `${name}[${key}]`));
  }

  function Stripe(key, options = {}) {
    if (typeof key !== "string" || !key.startsWith("pk_")) {
      throw new IntegrationError(
        "Please call Stripe() with your publishable key. You used a key that is no publishable key.",
      );
    }
    const locale = options.locale;
    const groups = [];

    async function call(method, path, params = {}) {
      const form = new URLSearchParams(encode({ ...params, key })).toString();
      const url = `${ORIGIN}/v1/${path}`;
      try {
        const answer = await fetch(method === "GET" ? `${url}?${form}` : url, {
          method,
          credentials: "omit",
          ...(method === "POST" && {
            body: form,
            headers: { "content-type": "application/x-www-form-urlencoded" },
          }),
        });
        return await answer.json();
      } catch {
        const message =
          "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.";
        return { error: { type: "api_connection_error", message } };
      }
    }
    const named = (name, answer) => (answer.error ? { error: answer.error } : { [name]: answer });
    const idOf = (secret) => String(secret).split("_secret_")[0];
    const isSetup = (secret) => String(secret).startsWith("seti_");
    const nameOf = (secret) => (isSetup(secret) ? "setupIntent" : "paymentIntent");
    const pathOfSecret = (secret) => `${isSetup(secret) ? "setup" : "payment"}_intents/${idOf(secret)}`;
    const read = (secret) => call("GET", pathOfSecret(secret), { client_secret: secret });

    function cardOf(element) {
      if (!element?._frame?.()) {
        throw new IntegrationError(
          "We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.",
        );
      }
      return element._elements.getElement("cardNumber") ?? element;
    }
    async function makeMethod(card, more) {
      if (card && "token" in card)
        return named("paymentMethod", await call("POST", "payment_methods", { type: "card", card, ...more }));
      // The number's frame reads its sisters by itself and speaks to the API from its own origin.
      return cardOf(card)._ask({ type: "createPaymentMethod", key, more: JSON.parse(JSON.stringify(more)) });
    }

    async function act(secret, intent) {
      const name = nameOf(secret);
      if (intent.error) return { error: intent.error };
      const next = intent.next_action;
      if (intent.status !== "requires_action" || !next) return { [name]: intent };
      if (next.type === "redirect_to_url") {
        location.assign(next.redirect_to_url.url);
        return new Promise(() => undefined);
      }
      // The bank's page takes the place of a wallet's sheet.
      for (const group of groups) group.getElement("expressCheckout")?._closeSheet();
      await showChallenge(next.use_stripe_sdk.stripe_js);
      const after = await read(secret);
      if (after.error) return { error: after.error };
      const failure = after.last_payment_error ?? after.last_setup_error;
      if (after.status === "requires_payment_method" && failure) {
        const held = isSetup(secret) ? { setup_intent: after } : { payment_intent: after };
        return { error: { ...failure, ...held } };
      }
      return { [name]: after };
    }

    async function confirm(secret, data = {}, { handleActions = true } = {}) {
      const { payment_method: given, ...rest } = data;
      let method = given;
      if (given && typeof given === "object") {
        const made = await makeMethod(given.card, {
          billing_details: given.billing_details,
          metadata: given.metadata,
        });
        if (made.error) return made;
        method = made.paymentMethod.id;
      }
      const params = { ...rest, payment_method: method, client_secret: secret, use_stripe_sdk: true };
      const intent = await call("POST", `${pathOfSecret(secret)}/confirm`, params);
      if (intent.error) return { error: intent.error };
      return handleActions ? act(secret, intent) : { [nameOf(secret)]: intent };
    }

    return {
      _apiKey: key,
      _registerWrapper: () => undefined,
      registerAppInfo: () => undefined,
      elements(settings = {}) {
        const group = createElements({ locale, ...settings });
        groups.push(group);
        return group;
      },
      createConfirmationToken: (given) => createConfirmationToken(given, key),
      async createPaymentMethod({ type, card, elements, ...more }) {
        if (type !== "card") throw new IntegrationError("This simulator knows cards.");
        return makeMethod(card ?? elements?.getElement("cardNumber"), more);
      },
      async retrievePaymentIntent(secret) {
        return named("paymentIntent", await read(secret));
      },
      async retrieveSetupIntent(secret) {
        return named("setupIntent", await read(secret));
      },
      async handleNextAction({ clientSecret }) {
        return act(clientSecret, await read(clientSecret));
      },
      async handleCardAction(clientSecret) {
        return act(clientSecret, await read(clientSecret));
      },
      confirmCardPayment: confirm,
      confirmCardSetup: confirm,
    };
  }
  Stripe.version = "endive";
  window.Stripe = Stripe;
})();
