// The names that the script's calls accept: those of the types of `@stripe/stripe-js`, which a test compares. PARTS is put in
// front when it is served.
(() => {
  const names = (text) => new Set(text.trim().split(/\s+/));

  const known = {
    elements:
      names(`fonts locale appearance loader customerOptions customerSessionClientSecret customPaymentMethods
      syncAddressCheckbox paymentMethodCreation mode amount currency setupFutureUsage setup_future_usage captureMethod
      capture_method onBehalfOf on_behalf_of excludedPaymentMethodTypes allowedPaymentMethodTypes paymentMethodConfiguration
      payment_method_configuration paymentMethodOptions payment_method_options clientSecret externalPaymentMethodTypes
      adaptivePricing`),
    expressCheckout:
      names(`allowedShippingCountries applePay billingAddressRequired business buttonHeight buttonTheme
      buttonType emailRequired layout lineItems paymentMethodOrder paymentMethods phoneNumberRequired
      shippingAddressRequired shippingRates wallets`),
    expressUpdate: names(`allowedShippingCountries billingAddressRequired buttonHeight emailRequired layout
      paymentMethodOrder phoneNumberRequired shippingAddressRequired`),
    expressEvents:
      names(`ready click focus blur escape loaderror confirm cancel shippingaddresschange shippingratechange
      availablepaymentmethodschange`),
    clickResolve: names(`allowedShippingCountries billingAddressRequired business emailRequired lineItems
      phoneNumberRequired shippingAddressRequired shippingRates applePay`),
    paymentMethods: names("amazonPay applePay googlePay link paypal klarna"),
    layout: names("maxColumns maxRows overflow"),
    lineItem: names("name amount"),
    applePay: names("recurringPaymentRequest deferredPaymentRequest automaticReloadPaymentRequest"),
    recurringPaymentRequest: names(
      "paymentDescription managementURL regularBilling trialBilling billingAgreement",
    ),
    regularBilling:
      names(`label amount recurringPaymentStartDate recurringPaymentEndDate recurringPaymentIntervalUnit
      recurringPaymentIntervalCount`),
    paymentFailed: names("reason message"),
    createConfirmationToken: names("elements params"),
  };
  const words = {
    reasons: names(
      "fail invalid_shipping_address invalid_billing_address invalid_payment_data address_unserviceable",
    ),
    modes: names("payment setup subscription"),
    usages: names("off_session on_session"),
    units: names("year month day hour minute"),
    overflow: names("auto never"),
  };

  class IntegrationError extends Error {
    name = "IntegrationError";
  }

  /** Throws on a property that the call does not have. */
  function checkNames(given, kind, call) {
    if (given === undefined || given === null) return;
    for (const name of Object.keys(given))
      if (!known[kind].has(name))
        throw new IntegrationError(`Unrecognized ${call} parameter: ${name} is not a recognized parameter.`);
  }

  /** Throws on a value that is none of the words. */
  function checkWord(value, kind, what) {
    if (value === undefined || value === null || words[kind].has(value)) return;
    throw new IntegrationError(
      `Invalid value for ${what}: ${value}. It is one of ${[...words[kind]].join(", ")}.`,
    );
  }

  function checkAmount(value, what) {
    if (!Number.isInteger(value) || value < 0)
      throw new IntegrationError(
        `Invalid value for ${what}: an integer in the smallest currency unit is expected, not ${value}.`,
      );
  }

  Object.assign(PARTS, { IntegrationError, known, words, checkNames, checkWord, checkAmount });
})();
