import * as z from "zod";

/** Bytes as base64url, as WebAuthn's JSON forms have them. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/);

const transport = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);
const credential = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(transport).optional(),
});

/** What a browser needs to sign in with a passkey: `PublicKeyCredentialRequestOptionsJSON`. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(credential),
  userVerification: z.literal("required"),
});

/** What a browser needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

/** A browser's answer to {@link PasskeyRequest}: `AuthenticationResponseJSON`. */
export const PasskeyAssertion = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(2048),
    signature: bytes(2048),
    userHandle: bytes(100).optional(),
  }),
});

/** A browser's answer to {@link PasskeyCreation}: `RegistrationResponseJSON`. */
export const PasskeyAttestation = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(8192),
    transports: z.array(transport).max(10).optional(),
  }),
});
