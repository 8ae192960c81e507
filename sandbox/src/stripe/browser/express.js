// The Express Checkout Element of a merchant's page: its buttons are a frame of the simulator's own origin, and so is the sheet
// of a wallet. ORIGIN and PARTS are put in front when it is served.
(() => {
  const { IntegrationError, checkNames, checkExpress, checkResolve, checkEvent, checkFailure } = PARTS;
  const RESOLVE_MS = 1000;
  const CONFIRM_MS = 30_000;
  const kind = "expressCheckout";
  const bare = (value) => JSON.parse(JSON.stringify(value ?? {}));
  const size =
    "border: none !important; margin: 0 !important; padding: 0 !important; width: 1px !important; min-width: 100% !important; display: block !important; overflow: hidden !important; background: transparent; color-scheme: light only !important;";

  /** Loads a frame and connects it. Returns the frame; `heard` receives its messages. */
  function openFrame(path, title, init, heard) {
    const frame = document.createElement("iframe");
    const waiting = [];
    let port = null;
    frame.title = title;
    frame.allow = "payment *";
    frame.addEventListener("load", () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => heard(data);
      frame.contentWindow.postMessage({ type: "init", ...init }, ORIGIN, [port2]);
      port = port1;
      for (const [message, ports] of waiting.splice(0)) port.postMessage(message, ports);
    });
    frame.src = `${ORIGIN}${path}`;
    const tell = (message, ports = []) =>
      port ? port.postMessage(message, ports) : waiting.push([message, ports]);
    const ask = (message) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        tell(message, [port2]);
      });
    return { frame, tell, ask };
  }

  /** Opens a wallet's sheet over the page. */
  function openSheet(init, heard) {
    const before = document.activeElement;
    const overlay = document.createElement("div");
    const sheet = openFrame("/wallet/sheet", "Wallet sheet", init, heard);
    const { overflow } = document.documentElement.style;
    overlay.setAttribute("role", "dialog");
    overlay.setAttribute("aria-modal", "true");
    overlay.setAttribute("aria-label", "Wallet");
    overlay.setAttribute(
      "style",
      "position: fixed; inset: 0; z-index: 2147483646; display: grid; place-items: end center; background: rgba(0, 0, 0, 0.6);",
    );
    sheet.frame.setAttribute(
      "style",
      "width: min(420px, 100%); height: min(520px, 100%); border: none; border-radius: 16px 16px 0 0; background: #fff; color-scheme: light only;",
    );
    const others = [...document.body.children].filter((one) => !one.inert);
    overlay.append(sheet.frame);
    for (const one of others) one.inert = true;
    document.body.append(overlay);
    document.documentElement.style.overflow = "hidden";
    sheet.frame.addEventListener("load", () => sheet.frame.focus());
    return {
      ...sheet,
      close() {
        overlay.remove();
        for (const one of others) one.inert = false;
        document.documentElement.style.overflow = overflow;
        before?.focus?.();
      },
    };
  }

  /** Creates the element for a group of elements. */
  function createExpress(elements, first) {
    checkExpress(first, elements._options);
    let options = { ...first };
    let buttons = null;
    let sheet = null;
    let timer = null;
    const listeners = new Map();
    const emit = (name, event) => {
      for (const listener of [...(listeners.get(name) ?? [])]) listener({ elementType: kind, ...event });
    };
    const closeSheet = () => {
      clearTimeout(timer);
      sheet?.close();
      sheet = null;
    };

    function clicked(wallet) {
      let answered = false;
      const asked = performance.now();
      const late = setTimeout(() => {
        answered = true;
        console.error(
          "IntegrationError: neither resolve nor reject was called within 1 second of the click.",
        );
      }, RESOLVE_MS);
      const once = (what) => {
        clearTimeout(late);
        if (performance.now() - asked > RESOLVE_MS)
          throw new IntegrationError(
            `\`${what}\` must be called within 1 second of the \`click\` event being emitted.`,
          );
        if (answered) throw new IntegrationError("The click was answered before.");
        answered = true;
      };
      emit("click", {
        expressPaymentType: wallet,
        resolve(details) {
          checkResolve(details, elements._options);
          once("resolve");
          openWallet(wallet, details);
        },
        reject: () => once("reject"),
      });
    }

    function openWallet(wallet, details) {
      const { amount, currency } = elements._options;
      const init = { wallet, amount, currency, options: bare(options), details: bare(details) };
      sheet = openSheet(init, (message) => {
        if (message.type === "cancel") {
          closeSheet();
          emit("cancel", {});
        } else if (message.type === "authorise") authorised(wallet, message.billingDetails);
      });
    }

    function authorised(wallet, billingDetails) {
      const here = sheet;
      timer = setTimeout(() => {
        if (here !== sheet) return;
        closeSheet();
        emit("cancel", {});
      }, CONFIRM_MS);
      emit("confirm", {
        expressPaymentType: wallet,
        billingDetails,
        paymentFailed(payload) {
          checkFailure(payload);
          clearTimeout(timer);
          sheet?.tell({ type: "failed", message: payload?.message ?? "Payment not completed" });
        },
      });
    }

    const heard = {
      ready({ available, height }) {
        buttons.frame.style.height = `${height}px`;
        emit("ready", { availablePaymentMethods: available });
      },
      loaderror({ error }) {
        emit("loaderror", { error });
      },
      click: ({ wallet }) => clicked(wallet),
      focus: () => emit("focus", {}),
      blur: () => emit("blur", {}),
      escape: () => emit("escape", {}),
    };

    const element = {
      _kind: kind,
      /** Asks the sheet for a token of what was authorised. */
      _token: (message) => (sheet ? sheet.ask({ type: "createToken", ...message }) : Promise.resolve(null)),
      _closeSheet: closeSheet,
      mount(target) {
        const place = typeof target === "string" ? document.querySelector(target) : target;
        if (!place)
          throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`);
        if (buttons) element.unmount();
        const init = { options: bare(options), locale: elements._locale };
        buttons = openFrame("/elements/express", "Secure express checkout frame", init, (message) =>
          heard[message.type]?.(message),
        );
        buttons.frame.name = `__privateStripeExpress${Math.random().toString(36).slice(2)}`;
        buttons.frame.setAttribute("scrolling", "no");
        buttons.frame.setAttribute("style", `${size} height: 0;`);
        place.replaceChildren(buttons.frame);
        place.classList.add("StripeElement");
        return element;
      },
      unmount() {
        closeSheet();
        buttons?.frame.parentElement?.classList.remove("StripeElement");
        buttons?.frame.remove();
        buttons = null;
        return element;
      },
      destroy() {
        element.unmount();
        listeners.clear();
        elements._forget(kind);
        return element;
      },
      update(next) {
        checkNames(next, "expressUpdate", "expressCheckoutElement.update");
        options = { ...options, ...next };
        return element;
      },
      on(name, listener) {
        checkEvent(name);
        listeners.set(name, [...(listeners.get(name) ?? []), listener]);
        return element;
      },
      once(name, listener) {
        const once = (event) => {
          element.off(name, once);
          listener(event);
        };
        return element.on(name, once);
      },
      off(name, listener) {
        checkEvent(name);
        const rest = listener ? (listeners.get(name) ?? []).filter((one) => one !== listener) : [];
        listeners.set(name, rest);
        return element;
      },
      focus: () => buttons?.tell({ type: "focus" }),
      blur: () => buttons?.frame.blur(),
    };
    return element;
  }

  /** Creates a confirmation token of what a group's wallet authorised. */
  async function createConfirmationToken(given, key) {
    checkNames(given, "createConfirmationToken", "createConfirmationToken");
    const { elements, params = {} } = given;
    if (!elements?._options) throw new IntegrationError("You must provide an Elements instance.");
    if (!elements._submitted)
      throw new IntegrationError("elements.submit() must be called before stripe.createConfirmationToken().");
    elements._submitted = false;
    const {
      mode,
      amount,
      currency,
      setupFutureUsage,
      setup_future_usage: usage,
      allowedPaymentMethodTypes,
    } = elements._options;
    const answer = await elements.getElement(kind)?._token({
      key,
      returnUrl: params.return_url,
      elements: {
        mode,
        amount,
        currency,
        setup_future_usage: setupFutureUsage ?? usage ?? undefined,
        allowed_payment_method_types: allowedPaymentMethodTypes,
      },
    });
    if (!answer) throw new IntegrationError("No wallet of these Elements has authorised a payment.");
    return answer;
  }

  Object.assign(PARTS, { createExpress, createConfirmationToken });
})();
