// What the script refuses of the Express Checkout Element's options. PARTS is put in front when it is served.
(() => {
  const { IntegrationError, checkNames, checkWord, checkAmount, known } = PARTS;

  function checkItems(items, total, call) {
    let sum = 0;
    for (const item of items ?? []) {
      checkNames(item, "lineItem", `${call}.lineItems`);
      if (typeof item.name !== "string") throw new IntegrationError(`${call}: a line item has no name.`);
      checkAmount(item.amount, `${call}.lineItems.amount`);
      sum += item.amount;
    }
    if (sum > total)
      throw new IntegrationError(
        `The amount ${total} is less than the total amount of the line items provided (${sum}).`,
      );
  }

  function checkBilling(billing, what) {
    if (billing === undefined) return;
    checkNames(billing, "regularBilling", what);
    checkAmount(billing.amount, `${what}.amount`);
    if (typeof billing.label !== "string") throw new IntegrationError(`${what}.label is missing.`);
    checkWord(billing.recurringPaymentIntervalUnit, "units", `${what}.recurringPaymentIntervalUnit`);
  }

  function checkApplePay(applePay) {
    if (applePay === undefined) return;
    checkNames(applePay, "applePay", "applePay");
    const asked = applePay.recurringPaymentRequest;
    if (!asked) return;
    checkNames(asked, "recurringPaymentRequest", "recurringPaymentRequest");
    for (const name of ["paymentDescription", "managementURL", "regularBilling"])
      if (!asked[name]) throw new IntegrationError(`recurringPaymentRequest.${name} is missing.`);
    new URL(asked.managementURL);
    checkBilling(asked.regularBilling, "regularBilling");
    checkBilling(asked.trialBilling, "trialBilling");
  }

  /** Checks the options of the element, against the amount that its group was opened for. */
  function checkExpress(options, { mode, amount }) {
    checkNames(options, "expressCheckout", 'elements.create("expressCheckout")');
    if (mode === undefined)
      throw new IntegrationError(
        "In order to use the Express Checkout Element you must pass a mode or a clientSecret.",
      );
    checkNames(options.paymentMethods, "paymentMethods", "paymentMethods");
    for (const [name, how] of Object.entries(options.paymentMethods ?? {})) {
      const always = (name === "applePay" || name === "googlePay") && how === "always";
      if (how !== "auto" && how !== "never" && !always)
        throw new IntegrationError(`Invalid value for paymentMethods.${name}: ${how}.`);
    }
    checkNames(options.layout, "layout", "layout");
    checkWord(options.layout?.overflow, "overflow", "layout.overflow");
    const height = options.buttonHeight;
    if (height !== undefined && !(height >= 40 && height <= 55))
      throw new IntegrationError(`Invalid value for buttonHeight: ${height}. It is between 40 and 55.`);
    checkApplePay(options.applePay);
    checkItems(options.lineItems, amount ?? 0, "create");
  }

  /** Checks what a click is resolved with. */
  function checkResolve(details, { amount }) {
    checkNames(details, "clickResolve", "resolve");
    checkItems(details?.lineItems, amount ?? 0, "resolve");
    checkApplePay(details?.applePay);
  }

  /** Checks the options of a group of elements. */
  function checkElements(options) {
    checkNames(options, "elements", "elements");
    const { mode, amount, currency } = options;
    checkWord(mode, "modes", "mode");
    checkWord(options.setupFutureUsage, "usages", "setupFutureUsage");
    if (mode === "setup" && amount !== undefined)
      throw new IntegrationError("Invalid value for amount: nothing is paid in the mode setup.");
    const isPaid = mode === "payment" || mode === "subscription";
    if (isPaid) checkAmount(amount, "amount");
    if (isPaid && amount === 0)
      throw new IntegrationError("Invalid value for amount: it must be greater than 0.");
    const needsCurrency = isPaid || (mode === "setup" && currency !== undefined);
    if (needsCurrency && !/^[a-z]{3}$/.test(currency ?? ""))
      throw new IntegrationError(
        `Invalid value for currency: ${currency}. It has three letters in lower case.`,
      );
  }

  function checkEvent(name) {
    if (!known.expressEvents.has(name))
      throw new IntegrationError(`The Express Checkout Element has no event ${name}.`);
  }

  function checkFailure(payload) {
    checkNames(payload, "paymentFailed", "paymentFailed");
    checkWord(payload?.reason, "reasons", "paymentFailed.reason");
  }

  Object.assign(PARTS, { checkExpress, checkResolve, checkElements, checkEvent, checkFailure });
})();
