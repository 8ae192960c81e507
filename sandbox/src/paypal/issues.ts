/** PayPal's name for a group of its operations; a few issues are worded differently in each. */
export type Family = "orders" | "capture" | "payments" | "vault" | "webhooks" | "reporting" | "disputes";

/** Returns the text of an issue, as in the official descriptions. */
export function descriptionOf(issue: string, family: Family): string | undefined {
  return special[family]?.[issue] ?? general[issue];
}

const special: Partial<Record<Family, Record<string, string>>> = {
  capture: {
    MISSING_REQUIRED_PARAMETER: "A required field / parameter is missing",
    PAYER_CANNOT_PAY:
      "Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for this transaction.",
  },
  payments: {
    MISSING_REQUIRED_PARAMETER: "A required field / parameter is missing.",
    INVALID_STRING_LENGTH: "The value of a field is either too short or too long.",
    INVALID_PARAMETER_VALUE: "The value of a field is invalid.",
    DUPLICATE_INVOICE_ID: "Invoice ID was previously used to refund a capture.",
  },
};

const general: Record<string, string> = {
  ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE: "Action is not allowed in the current dispute state.",
  SETUP_TOKEN_NOT_APPROVED: "The payer has not yet approved the setup token.",
  TOKEN_ALREADY_TOKENIZED: "The setup token was turned into a payment token before.",
  AGREEMENT_ALREADY_CANCELLED: "The requested agreement is already canceled.",
  AMOUNT_MISMATCH:
    "Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.",
  BILLING_AGREEMENT_NOT_FOUND: "The requested Billing Agreement token was not found.",
  CANCEL_URL_REQUIRED: "The cancel url is required when attempting to vault this source.",
  CANNOT_BE_NEGATIVE:
    "Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.",
  CANNOT_BE_ZERO_OR_NEGATIVE:
    "Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.",
  CAPTURE_FULLY_REFUNDED: "The capture has already been fully refunded",
  COMPLIANCE_VIOLATION: "Transaction is declined due to compliance violation.",
  CURRENCY_NOT_SUPPORTED:
    "Currency code not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.",
  CURRENCY_NOT_SUPPORTED_FOR_COUNTRY: "Currency code not currently supported in the country of the payee.",
  DECIMALS_NOT_SUPPORTED: "Currency does not support decimals.",
  DECIMAL_PRECISION: "If the currency supports decimals, only two decimal place precision is supported.",
  DUPLICATE_INVOICE_ID:
    "Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.",
  DUPLICATE_REFERENCE_ID: "`reference_id` must be unique if multiple `purchase_unit` are provided.",
  INCOMPATIBLE_PARAMETER_VALUE:
    "The value of the field is incompatible/redundant with other fields in the order.",
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_ARRAY_MAX_ITEMS: "The number of items in an array parameter is too large.",
  INVALID_ARRAY_MIN_ITEMS: "The number of items in an array parameter is too small.",
  INVALID_COUNTRY_CODE:
    "Country code is invalid. Please refer to https://developer.paypal.com/api/rest/reference/country-codes/ for a list of supported country codes.",
  INVALID_CURRENCY_CODE:
    "Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.",
  INVALID_PARAMETER_SYNTAX: "The value of a field does not conform to the expected format.",
  INVALID_PARAMETER_VALUE: "A parameter value is not valid.",
  INVALID_RESOURCE_ID: "Specified resource ID does not exist. Please check the resource ID and try again.",
  INVALID_STRING_LENGTH: "The value of a field is either too short or too long",
  ITEM_TOTAL_MISMATCH:
    "Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.",
  ITEM_TOTAL_REQUIRED:
    "If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.",
  MALFORMED_REQUEST_JSON: "The request JSON is not well formed.",
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: "You have exceeded the maximum number of payment attempts.",
  MAX_VALUE_EXCEEDED: "Should be less than or equal to 999999999999999.99.",
  MERCHANT_INITIATED_WITH_MULTIPLE_PURCHASE_UNITS:
    "`stored_payment_source.payment_initiator` = `MERCHANT` is not supported if more than one purchase_unit is present in the Order. Merchant initiated payments are not supported from orders with more than one purchase_unit. Please retry the request with multiple Order requests (one for each purchase_unit).",
  MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE:
    "The vault_id does not match the payment_source provided. Please verify that the vault_id token used refers to the matching payment_source and try again. For example, a PayPal token cannot be passed in the vault_id field in the payment_source.card object.",
  MISSING_REQUIRED_PARAMETER: "A required parameter is missing.",
  MULTI_CURRENCY_ORDER:
    "Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.",
  NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE:
    "The API caller or the merchant on whose behalf the API call is initiated is not allowed to vault the given source. Please contact PayPal customer support for assistance.",
  NOT_SUPPORTED: "This field is not currently supported.",
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: "The merchant account is locked or closed.",
  PAYEE_ACCOUNT_RESTRICTED: "The merchant account is restricted.",
  PAYEE_NOT_CONSENTED:
    "Payee does not have appropriate consent to allow the API caller to process this type of transaction on their behalf.",
  PAYEE_BLOCKED_TRANSACTION:
    "The Fraud settings for this seller are such that this payment cannot be executed.",
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: "The payer account cannot be used for this transaction.",
  PAYER_ACCOUNT_RESTRICTED: "PAYER_ACCOUNT_RESTRICTED",
  PAYER_ACTION_REQUIRED: "Transaction cannot complete successfully, instruct the buyer to return to PayPal.",
  PAYER_CANNOT_PAY: "Combination of payer and payee settings mean that this buyer cannot pay this seller.",
  PAYPAL_REQUEST_ID_REQUIRED:
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  PENDING_CAPTURE:
    "Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.",
  PERMISSION_DENIED: "You do not have permission to access or perform operations on this resource.",
  PREVIOUS_REQUEST_IN_PROGRESS:
    "A previous request on this resource is currently in progress. Please wait for sometime and try again. It is best to space out the initial and the subsequent request(s) to avoid receiving this error.",
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING:
    "Transaction failed. Redirect the payer to select another funding source.",
  REFERENCE_ID_REQUIRED:
    "'reference_id' is required for each 'purchase_unit' if multiple 'purchase_unit' are provided.",
  REFUND_AMOUNT_EXCEEDED:
    "The refund amount must be less than or equal to the capture amount that has not yet been refunded.",
  REFUND_CAPTURE_CURRENCY_MISMATCH: "Refund must be in the same currency as the capture",
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    "Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.",
  REFUND_NOT_ALLOWED: "Capture cannot be refunded.",
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    "Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.",
  REFUND_TIME_LIMIT_EXCEEDED: "You are over the time limit to perform a refund on this capture",
  RETURN_URL_REQUIRED: "The return url is required when attempting to vault this source.",
  TAX_TOTAL_MISMATCH: "Should equal sum of (tax * quantity) across all items for a given purchase_unit.",
  TAX_TOTAL_REQUIRED:
    "If item details are specified (items.tax_total and items.quantity) corresponding amount.breakdown.tax_total is required.",
  TOKEN_ID_NOT_FOUND: "Specified token was not found. Verify the token and try the request again.",
  TRANSACTION_BLOCKED_BY_PAYEE: "Transaction blocked by Payee’s Fraud Protection settings.",
  TRANSACTION_DISPUTED:
    "Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.",
  TRANSACTION_LIMIT_EXCEEDED: "Total payment amount exceeded transaction limit.",
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: "The transaction exceeds the receiver's receiving limit.",
  TRANSACTION_REFUSED: "The request was refused.",
  UNSUPPORTED_INTENT:
    "`intent=AUTHORIZE` is not supported for multiple purchase units. Only `intent=CAPTURE` is supported.",
  VAULT_INSTRUCTION_REQUIRED:
    "Vault instruction is required. Please use `vault.store_in_vault` to provide vault instruction.",
};
