// A wallet's own sheet: a person, an address and a card, none of which the merchant's page sees before the person authorises.
(() => {
  const names = { apple_pay: "Apple Pay", google_pay: "Google Pay", link: "Link" };
  const form = document.querySelector("form");
  const field = (name) => form.elements.namedItem(name);
  let port = null;
  let init = null;

  const price = (amount) => {
    const formatter = new Intl.NumberFormat("en", {
      style: "currency",
      currency: init.currency.toUpperCase(),
    });
    return formatter.format(amount / 10 ** formatter.resolvedOptions().maximumFractionDigits);
  };
  const busy = (on) => {
    for (const one of form.elements) one.disabled = on;
  };
  const say = (text) => {
    document.querySelector("[role=alert]").textContent = text;
  };

  function show() {
    document.querySelector("h1").textContent = names[init.wallet];
    document.querySelector("output").textContent = init.amount === undefined ? "" : price(init.amount);
    const items = init.details.lineItems ?? init.options.lineItems ?? [];
    document.querySelector("ul").replaceChildren(
      ...items.map(({ name, amount }) => {
        const item = document.createElement("li");
        item.textContent = `${name} ${price(amount)}`;
        return item;
      }),
    );
    const recurring = init.options.applePay?.recurringPaymentRequest;
    if (recurring && init.wallet === "apple_pay" && init.currency) {
      const {
        amount,
        label,
        recurringPaymentIntervalCount: count,
        recurringPaymentIntervalUnit: unit,
      } = recurring.regularBilling;
      document.querySelector(".renews").textContent = `${label}: ${price(amount)} every ${count} ${unit}`;
    }
    document.querySelector(".email").hidden = init.options.emailRequired !== true;
    field("authorise").focus();
  }

  async function createToken({ key, returnUrl, elements }) {
    const form = new URLSearchParams({ key, wallet: init.wallet, "card[token]": field("card").value });
    form.set("billing_details[name]", field("name").value);
    form.set("billing_details[email]", field("email").value);
    if (returnUrl) form.set("return_url", returnUrl);
    for (const name of ["mode", "amount", "currency", "setup_future_usage"])
      if (elements[name] !== undefined) form.set(`elements[${name}]`, String(elements[name]));
    for (const [at, type] of (elements.allowed_payment_method_types ?? []).entries())
      form.set(`elements[allowed_payment_method_types][${at}]`, type);
    try {
      const answer = await (
        await fetch("/v1/confirmation_tokens", { method: "POST", body: form, credentials: "omit" })
      ).json();
      return answer.error ? { error: answer.error } : { confirmationToken: answer };
    } catch {
      return { error: { type: "api_connection_error", message: "The wallet could not be reached." } };
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    const address = { city: "", state: "", postal_code: "", country: "", line1: "", line2: null };
    const email = init.options.emailRequired === true ? { email: field("email").value } : {};
    busy(true);
    port.postMessage({ type: "authorise", billingDetails: { name: field("name").value, ...email, address } });
  });
  const cancel = () => port?.postMessage({ type: "cancel" });
  field("cancel").addEventListener("click", cancel);
  addEventListener("keydown", ({ key }) => key === "Escape" && cancel());

  addEventListener("message", ({ data, source, ports }) => {
    if (source !== parent || data?.type !== "init" || port) return;
    init = data;
    [port] = ports;
    port.onmessage = async ({ data: asked, ports: [answer] }) => {
      if (asked.type === "createToken") answer.postMessage(await createToken(asked));
      if (asked.type === "failed") {
        busy(false);
        say(asked.message);
        field("card").focus();
      }
    };
    show();
  });
})();
