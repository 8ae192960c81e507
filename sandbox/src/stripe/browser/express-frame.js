// The frame with a wallet button for each wallet that exists on this device and that the merchant wants. SETTINGS is put in
// front when it is served.
(() => {
  const labels = { applePay: "Apple Pay", googlePay: "Google Pay", link: "Link" };
  const types = { applePay: "apple_pay", googlePay: "google_pay", link: "link" };
  const GAP = 8;
  let port = null;

  function show({ options }) {
    const wanted = options.paymentMethods ?? {};
    const shown = SETTINGS.wallets.filter((name) => (wanted[name] ?? "auto") !== "never");
    const rows = shown.slice(0, options.layout?.maxRows ?? shown.length);
    const height = options.buttonHeight ?? 44;
    for (const name of rows) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = name;
      button.textContent = labels[name];
      button.style.height = `${height}px`;
      button.addEventListener("click", () => port.postMessage({ type: "click", wallet: types[name] }));
      button.addEventListener("focus", () => port.postMessage({ type: "focus" }));
      button.addEventListener("blur", () => port.postMessage({ type: "blur" }));
      button.addEventListener(
        "keydown",
        ({ key }) => key === "Escape" && port.postMessage({ type: "escape" }),
      );
      document.body.append(button);
    }
    const names = ["amazonPay", "applePay", "googlePay", "link", "paypal", "klarna"];
    const available =
      rows.length > 0 ? Object.fromEntries(names.map((name) => [name, rows.includes(name)])) : undefined;
    port.postMessage({
      type: "ready",
      available,
      height: rows.length * height + Math.max(0, rows.length - 1) * GAP,
    });
  }

  addEventListener("message", ({ data, source, ports }) => {
    if (source !== parent || data?.type !== "init" || port) return;
    [port] = ports;
    port.onmessage = ({ data: asked }) => asked.type === "focus" && document.querySelector("button")?.focus();
    if (SETTINGS.load === "never") return;
    if (SETTINGS.load === "error") {
      port.postMessage({
        type: "loaderror",
        error: { type: "api_connection_error", message: "The element could not be loaded." },
      });
      return;
    }
    setTimeout(() => show(data), SETTINGS.delaySeconds * 1000);
  });
})();
