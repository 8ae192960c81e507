// The card fields of a merchant's page. They hold no card: every field is a frame of the simulator's own origin, and what is
// typed there never comes here. ORIGIN and PARTS are put in front when it is served.
(() => {
  const { IntegrationError, checkElements, createExpress } = PARTS;
  const titles = {
    cardNumber: "Secure card number input frame",
    cardExpiry: "Secure expiration date input frame",
    cardCvc: "Secure CVC input frame",
  };
  const pathOf = { cardNumber: "number", cardExpiry: "expiry", cardCvc: "cvc" };
  const opaque = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("");

  const frameStyle =
    "border: none !important; margin: 0 !important; padding: 0 !important; width: 1px !important; min-width: 100% !important; height: 1.2em; display: block !important; overflow: hidden !important; background: transparent; color-scheme: light only !important; user-select: none !important;";

  /** The script's own frame, which is in the page and not to be seen. */
  function addController() {
    const frame = document.createElement("iframe");
    frame.name = `__privateStripeController${opaque()}`;
    frame.setAttribute("aria-hidden", "true");
    frame.setAttribute("tabindex", "-1");
    frame.setAttribute(
      "style",
      "border: none !important; margin: 0 !important; padding: 0 !important; width: 1px !important; min-width: 100% !important; height: 1px !important; overflow: hidden !important; position: fixed !important; visibility: hidden !important; pointer-events: none !important;",
    );
    document.body.append(frame);
  }

  /** One field: its frame in the page, and what the frame tells of it. */
  function createElement(kind, group, first, elements) {
    if (!titles[kind])
      throw new IntegrationError(`A valid Element name must be provided. You passed: ${kind}.`);
    let options = { ...first };
    let holder = null;
    let frame = null;
    let port = null;
    let state = { empty: true, complete: false, error: undefined, brand: "unknown" };
    const waiting = [];
    const listeners = new Map();
    const classes = () => ({
      base: "StripeElement",
      complete: "StripeElement--complete",
      empty: "StripeElement--empty",
      focus: "StripeElement--focus",
      invalid: "StripeElement--invalid",
      webkitAutofill: "StripeElement--webkit-autofill",
      ...options.classes,
    });

    const tell = (message) => {
      if (port) port.postMessage(message);
      else waiting.push([message, []]);
    };
    const emit = (name, event) => {
      for (const listener of [...(listeners.get(name) ?? [])]) listener(event);
    };
    const mark = (name, on) => {
      const names = classes()[name];
      if (holder && names) for (const one of names.split(/\s+/)) holder.classList.toggle(one, on);
    };
    const show = () => {
      mark("empty", state.empty);
      mark("complete", state.complete);
      mark("invalid", Boolean(state.error));
    };

    const heard = {
      ready({ height }) {
        frame.style.height = height;
        emit("ready", { elementType: kind });
      },
      height({ height }) {
        frame.style.height = height;
      },
      change({ value }) {
        state = value;
        show();
        emit("change", { elementType: kind, ...value });
      },
      focus() {
        mark("focus", true);
        emit("focus", { elementType: kind });
      },
      blur() {
        mark("focus", false);
        emit("blur", { elementType: kind });
      },
      escape: () => emit("escape", { elementType: kind }),
      autofill: ({ on }) => mark("webkitAutofill", on),
      enter() {
        const form = holder?.closest("form");
        if (form)
          form.requestSubmit(
            form.querySelector("button[type=submit], button:not([type]), input[type=submit]"),
          );
      },
    };

    // A label of the page that means the field brings the cursor into it.
    const labelled = (event) => {
      const label = event.target instanceof Element ? event.target.closest("label") : null;
      if (!label || !holder || !(label.htmlFor === holder.id || label.contains(holder))) return;
      event.preventDefault();
      element.focus();
    };

    const element = {
      _kind: kind,
      _elements: elements,
      _group: group,
      _frame: () => frame,
      _ask: (message) =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data);
          if (port) port.postMessage(message, [port2]);
          else waiting.push([message, [port2]]);
        }),
      mount(target) {
        const place = typeof target === "string" ? document.querySelector(target) : target;
        if (!place) {
          throw new IntegrationError(
            `The selector you specified (${target}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
          );
        }
        if (place === holder && frame?.isConnected) return element;
        if (frame) element.unmount();
        holder = place;
        holder.replaceChildren();
        frame = document.createElement("iframe");
        frame.name = `__privateStripeFrame${opaque()}`;
        frame.title = titles[kind];
        frame.allow = "payment *; clipboard-write";
        frame.setAttribute("allowtransparency", "true");
        frame.setAttribute("scrolling", "no");
        // As an attribute, which a page's policy may forbid.
        frame.setAttribute("style", frameStyle);
        const here = frame;
        frame.addEventListener("load", () => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => (frame === here ? heard[data.type]?.(data) : undefined);
          const init = {
            type: "init",
            kind,
            group,
            locale: elements._locale,
            fonts: elements._fonts,
            options: plainOptions(),
          };
          here.contentWindow.postMessage(init, ORIGIN, [port2]);
          port = port1;
          for (const [message, ports] of waiting.splice(0)) port.postMessage(message, ports);
        });
        frame.src = `${ORIGIN}/elements/${pathOf[kind]}`;
        holder.append(frame);
        mark("base", true);
        show();
        document.addEventListener("click", labelled);
        return element;
      },
      unmount() {
        for (const name of ["base", "complete", "empty", "focus", "invalid", "webkitAutofill"])
          mark(name, false);
        document.removeEventListener("click", labelled);
        frame?.remove();
        frame = null;
        port = null;
        holder = null;
        state = { empty: true, complete: false, error: undefined, brand: "unknown" };
        return element;
      },
      destroy() {
        element.unmount();
        listeners.clear();
        elements._forget(kind);
        return element;
      },
      update(next) {
        options = { ...options, ...next };
        tell({ type: "update", options: plainOptions() });
        return element;
      },
      on(name, listener) {
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
        const kept = listener ? (listeners.get(name) ?? []).filter((one) => one !== listener) : [];
        listeners.set(name, kept);
        return element;
      },
      focus() {
        frame?.focus();
        tell({ type: "focus" });
      },
      blur() {
        tell({ type: "blur" });
        frame?.blur();
      },
      clear: () => tell({ type: "clear" }),
    };
    function plainOptions() {
      return JSON.parse(JSON.stringify(options));
    }
    return element;
  }

  let controlled = false;
  function createElements(settings = {}) {
    checkElements(settings);
    const { locale, fonts = [] } = settings;
    if (!controlled) addController();
    controlled = true;
    const made = new Map();
    const group = opaque();
    const elements = {
      _locale: locale === undefined || locale === "auto" ? navigator.language : locale,
      _fonts: fonts,
      _options: settings,
      _submitted: false,
      _forget: (kind) => made.delete(kind),
      create(kind, options = {}) {
        if (made.has(kind)) {
          throw new IntegrationError(`Can only create one Element of type ${kind} per Elements instance.`);
        }
        const element =
          kind === "expressCheckout"
            ? createExpress(elements, options)
            : createElement(kind, group, options, elements);
        made.set(kind, element);
        return element;
      },
      getElement: (kind) => made.get(kind) ?? null,
      async submit() {
        elements._submitted = true;
        return {};
      },
      update(options) {
        checkElements({ ...elements._options, ...options });
        elements._options = { ...elements._options, ...options };
        if (options.locale) elements._locale = options.locale;
      },
    };
    return elements;
  }

  Object.assign(PARTS, { createElements });
})();
