// One card field, in a frame of its own. The number, the date and the security code are read here and by the sister frames of
// the same group alone; the page around learns whether they are complete, and the brand.
(() => {
  const input = document.querySelector("input");
  const icon = document.querySelector(".brand");
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let kind = document.documentElement.dataset.kind;
  let group = null;
  let port = null;
  let options = {};
  let words = WORDS.en;
  let touched = false;

  const brands = [
    ["amex", /^3[47]/, [15], [4, 6, 5], 4],
    ["diners", /^3(0[0-5]|[689])/, [14, 16, 17, 18, 19], [4, 6, 4], 3],
    ["discover", /^(6011|64[4-9]|65)/, [16], [4, 4, 4, 4], 3],
    ["unionpay", /^(62|81)/, [16, 17, 18, 19], [4, 4, 4, 4, 3], 3],
    ["jcb", /^35/, [16], [4, 4, 4, 4], 3],
    ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16], [4, 4, 4, 4], 3],
    ["visa", /^4/, [16], [4, 4, 4, 4], 3],
  ];
  const brandOf = (digits) => {
    const found = brands.find(([, pattern]) => pattern.test(digits));
    const [name, , lengths, groups, code] = found ?? ["unknown", null, [16], [4, 4, 4, 4], 3];
    return { name, lengths, groups, code };
  };
  const digitsOf = (text) => text.replace(/\D/g, "");
  const luhn = (digits) =>
    [...digits].reverse().reduce((sum, sign, at) => {
      const digit = Number(sign) * (at % 2 === 0 ? 1 : 2);
      return sum + (digit > 9 ? digit - 9 : digit);
    }, 0) %
      10 ===
    0;

  const fields = {
    cardNumber: {
      format(text) {
        const { groups, lengths } = brandOf(digitsOf(text));
        const digits = digitsOf(text).slice(0, lengths.at(-1));
        const parts = [];
        let from = 0;
        for (const length of groups) {
          if (from < digits.length) parts.push(digits.slice(from, from + length));
          from += length;
        }
        if (from < digits.length) parts.push(digits.slice(from));
        return parts.join(" ");
      },
      fault(text, left) {
        const digits = digitsOf(text);
        const { lengths } = brandOf(digits);
        const full = lengths.includes(digits.length);
        if (full && !luhn(digits)) return "invalid_number";
        return !full && left && digits !== "" ? "incomplete_number" : null;
      },
      complete: (text) =>
        brandOf(digitsOf(text)).lengths.includes(digitsOf(text).length) && luhn(digitsOf(text)),
      missing: "incomplete_number",
    },
    cardExpiry: {
      format(text, before) {
        let digits = digitsOf(text);
        if (/^[2-9]/.test(digits)) digits = `0${digits}`;
        if (/^\d\s*\//.test(text) && digits.length === 1) digits = `0${digits}`;
        if (/^1[3-9]/.test(digits)) digits = `0${digits}`;
        // A four-digit year that was pasted or filled in loses its century.
        if (/^\d{2}20\d{2}/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
        digits = digits.slice(0, 4);
        const shrinking = before !== undefined && text.length < before.length;
        if (digits.length < 2 || (digits.length === 2 && shrinking)) return digits;
        return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
      },
      fault(text, left) {
        const digits = digitsOf(text);
        if (digits.length < 4) return left && digits !== "" ? "incomplete_expiry" : null;
        const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
        const now = new Date(NOW + performance.now());
        if (month < 1 || month > 12) return "invalid_expiry_month";
        if (year < now.getUTCFullYear()) return "invalid_expiry_year_past";
        if (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
          return "invalid_expiry_month_past";
        return year > now.getUTCFullYear() + 50 ? "invalid_expiry_year" : null;
      },
      complete: (text) => digitsOf(text).length === 4 && fields.cardExpiry.fault(text, true) === null,
      missing: "incomplete_expiry",
    },
    cardCvc: {
      format: (text) => digitsOf(text).slice(0, codeLength()),
      fault: (text, left) =>
        text.length < codeLength(true) && left && text !== "" ? "incomplete_cvc" : null,
      complete: (text) => text.length >= codeLength(true) && text.length <= codeLength(),
      missing: "incomplete_cvc",
    },
  };

  // Frames of one origin beside each other may look into each other; the page around may not look into any.
  const sisters = () => {
    const found = {};
    for (let at = 0; at < parent.length; at += 1) {
      try {
        const { field } = parent[at];
        if (field?.group() === group) found[field.kind()] = field;
      } catch (error) {
        if (error.name !== "SecurityError") throw error; // a frame of somebody else
      }
    }
    return found;
  };
  const codeLength = (least = false) => {
    const digits = digitsOf(sisters().cardNumber?.value() ?? "");
    const { name, code } = brandOf(digits);
    return name === "unknown" && !least ? 4 : code;
  };

  let said = "";
  function report() {
    const field = fields[kind];
    const left = touched && document.activeElement !== input;
    const code = field.fault(input.value, left);
    const brand = brandOf(digitsOf(input.value)).name;
    const value = {
      empty: input.value === "",
      complete: field.complete(input.value),
      error: code ? errorOf(code) : undefined,
      ...(kind === "cardNumber" && { brand }),
    };
    input.setAttribute("aria-invalid", String(Boolean(code)));
    document.body.className = [
      value.empty && "empty",
      value.complete && "complete",
      code && "invalid",
      kind === "cardNumber" && options.showIcon && "icon",
    ]
      .filter(Boolean)
      .join(" ");
    icon.dataset.brand = brand;
    const next = JSON.stringify(value);
    if (next !== said) {
      said = next;
      port?.postMessage({ type: "change", value });
      if (kind === "cardNumber") sisters().cardCvc?.look();
    }
  }
  const errorOf = (code) => ({
    code,
    type: "validation_error",
    message: words[code],
  });

  input.addEventListener("input", (event) => {
    touched = true;
    const { value, selectionStart } = input;
    const next = fields[kind].format(value, event.inputType?.startsWith("delete") ? `${value}  ` : undefined);
    if (next === value) return report();
    // The cursor stays behind the same digit.
    const digits = digitsOf(value.slice(0, selectionStart)).length;
    const atEnd = selectionStart === value.length;
    input.value = next;
    let at = 0;
    for (let seen = 0; at < next.length && seen < digits; at += 1) if (/\d/.test(next[at])) seen += 1;
    const place = atEnd ? next.length : at;
    input.setSelectionRange(place, place);
    return report();
  });
  input.addEventListener("focus", () => {
    port?.postMessage({ type: "focus" });
    report();
  });
  input.addEventListener("blur", () => {
    if (input.value !== "") touched = true;
    port?.postMessage({ type: "blur" });
    report();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") port?.postMessage({ type: "escape" });
    if (event.key === "Enter") {
      event.preventDefault();
      port?.postMessage({ type: "enter" });
    }
  });
  input.addEventListener("animationstart", ({ animationName }) => {
    port?.postMessage({ type: "autofill", on: animationName === "filled" });
  });

  const marks = [
    ":hover",
    ":focus",
    ":disabled",
    ":autofill",
    ":-webkit-autofill",
    "::placeholder",
    "::selection",
    "::-ms-clear",
  ];
  const known =
    `backgroundColor color fontFamily fontSize fontSmoothing fontStyle fontVariant fontWeight iconColor letterSpacing
    lineHeight padding textAlign textDecoration textShadow textTransform`.split(/\s+/);
  const dashed = (name) => name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);
  function rulesOf(selector, style = {}) {
    const probe = document.createElement("i").style;
    for (const [name, value] of Object.entries(style)) {
      if (!known.includes(name) || typeof value !== "string") continue;
      if (name === "iconColor") continue;
      if (name === "fontSmoothing") probe.setProperty("-webkit-font-smoothing", value);
      else probe.setProperty(dashed(name), value);
    }
    const rules = probe.cssText === "" ? [] : [`${selector} { ${probe.cssText} }`];
    if (typeof style.iconColor === "string" && CSS.supports("color", style.iconColor)) {
      rules.push(
        `${selector === "input" ? "" : selector.split(" input")[0]} .brand { color: ${style.iconColor} }`,
      );
    }
    for (const mark of marks) if (style[mark]) rules.push(...rulesOf(selector + mark, style[mark]));
    return rules;
  }
  function dress() {
    const { base, empty, complete, invalid } = options.style ?? {};
    const rules = [
      ...rulesOf("input", base),
      ...rulesOf(".empty input", empty),
      ...rulesOf(".complete input", complete),
      ...rulesOf(".invalid input", { color: "#eb1c26", ...invalid }),
    ];
    sheet.replaceSync("");
    for (const rule of rules) {
      try {
        sheet.insertRule(rule, sheet.cssRules.length);
      } catch (error) {
        if (error.name !== "SyntaxError") throw error; // a rule that this browser does not know
      }
    }
    input.placeholder = options.placeholder ?? words.placeholder[kind];
    input.setAttribute("aria-label", words.label[kind]);
    input.disabled = Boolean(options.disabled);
    const { lineHeight, fontSize } = getComputedStyle(input);
    const line = Number.parseFloat(lineHeight) || Number.parseFloat(fontSize) * 1.2;
    const { paddingTop, paddingBottom } = getComputedStyle(input);
    const height = `${line + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)}px`;
    input.style.height = height;
    return height;
  }

  async function createPaymentMethod({ key, more }) {
    const { cardNumber, cardExpiry, cardCvc } = sisters();
    for (const one of [cardNumber, cardExpiry, cardCvc]) {
      const error = one?.judge();
      if (error) return { error };
    }
    const expiry = digitsOf(cardExpiry?.value() ?? "");
    const form = new URLSearchParams({
      type: "card",
      "card[number]": digitsOf(cardNumber?.value() ?? ""),
      key,
    });
    if (expiry) {
      form.set("card[exp_month]", String(Number(expiry.slice(0, 2))));
      form.set("card[exp_year]", expiry.slice(2));
    }
    if (cardCvc) form.set("card[cvc]", cardCvc.value());
    const add = (value, name) => {
      if (value === undefined || value === null) return;
      if (typeof value === "object")
        for (const [one, inner] of Object.entries(value)) add(inner, `${name}[${one}]`);
      else form.set(name, String(value));
    };
    for (const [name, value] of Object.entries(more)) add(value, name);
    try {
      const answer = await fetch("/v1/payment_methods", { method: "POST", body: form, credentials: "omit" });
      const told = await answer.json();
      return told.error ? { error: told.error } : { paymentMethod: told };
    } catch {
      return { error: { type: "api_connection_error", message: words.unreachable } };
    }
  }

  const heard = {
    update({ options: next }) {
      options = next;
      port.postMessage({ type: "height", height: dress() });
      report();
    },
    focus: () => input.focus(),
    blur: () => input.blur(),
    clear() {
      input.value = "";
      touched = false;
      report();
    },
  };

  window.field = {
    group: () => group,
    kind: () => kind,
    value: () => input.value,
    look: () => {
      input.value = fields[kind].format(input.value);
      report();
    },
    judge() {
      const code =
        fields[kind].fault(input.value, true) ?? (input.value === "" ? fields[kind].missing : null);
      if (!code) return null;
      touched = true;
      report();
      return errorOf(code);
    },
  };

  async function loadFonts(fonts) {
    for (const font of fonts ?? []) {
      if (!font.family || !font.src) continue;
      const { family, src, ...descriptors } = font;
      const face = await new FontFace(family, src, descriptors).load().catch(() => null);
      if (face) document.fonts.add(face);
    }
    if (fonts?.length) port.postMessage({ type: "height", height: dress() });
  }

  addEventListener("message", ({ data, source, ports }) => {
    if (source !== parent || data?.type !== "init" || port) return;
    ({ kind, group, options } = data);
    words = WORDS[String(data.locale ?? "en").slice(0, 2)] ?? WORDS.en;
    document.documentElement.lang = words.lang;
    [port] = ports;
    port.onmessage = async ({ data: asked, ports: [answer] }) => {
      if (asked.type === "createPaymentMethod") answer.postMessage(await createPaymentMethod(asked));
      else heard[asked.type]?.(asked);
    };
    const height = dress();
    said = JSON.stringify({
      empty: true,
      complete: false,
      ...(kind === "cardNumber" && { brand: "unknown" }),
    });
    report();
    port.postMessage({ type: "ready", height });
    void loadFonts(data.fonts);
  });
})();
