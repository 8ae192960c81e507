// No imports here: the browser takes these values as they are, without the schema library.

/** The published catalogue of `reason` words: what a client may act on. The message beside it is for people. */
export const reasons = [
  "invalid_request",
  "sign_in_required",
  "payment_required",
  "forbidden_origin",
  "not_found",
  "method_not_allowed",
  "already_so",
  "too_large",
  "unsupported_media_type",
  "wrong_host",
  "too_many_requests",
  "email_invalid",
  "password_too_short",
  "password_too_long",
  "password_too_common",
  "passwords_differ",
  "agreement_required",
  "register_failed",
  "login_failed",
  "password_wrong",
  "code_invalid",
  "mail_unavailable",
  "facebook_expired",
  "busy",
  "list_full",
  "text_missing",
  "text_too_long",
  "internal_error",
  "unavailable",
] as const;

/** A word of the catalogue. */
export type Reason = (typeof reasons)[number];
