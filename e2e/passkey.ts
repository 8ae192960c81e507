import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";

/** What a page needs to make a passkey, as the server offers it. */
interface Offer {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

/**
 * Makes a passkey as an authenticator does (WebAuthn, ES256 without attestation). Returns what is sent to the server, and what a
 * browser's virtual authenticator is given to have it.
 */
export function makePasskey({ challenge, rp, user }: Offer, origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  // A map of five: an elliptic key, ES256, P-256, and the point (RFC 9052).
  const key = [hex("a501020326200121"), bytes(Buffer.from(x, "base64url"))];
  key.push(hex("22"), bytes(Buffer.from(y, "base64url")));
  const authenticator = Buffer.concat([
    createHash("sha256").update(rp.id).digest(),
    hex("45"), // present, verified, with a new credential
    Buffer.alloc(4 + 16), // never used; of no maker
    length,
    id,
    ...key,
  ]);
  // A map of three: "fmt" is "none", "attStmt" is empty, and "authData".
  const attestation = Buffer.concat([
    hex("a363666d74646e6f6e656761747453746d74a0686175746844617461"),
    bytes(authenticator),
  ]);
  const client = { type: "webauthn.create", challenge, origin, crossOrigin: false };
  return {
    response: {
      id: id.toString("base64url"),
      rawId: id.toString("base64url"),
      type: "public-key",
      response: {
        clientDataJSON: Buffer.from(JSON.stringify(client)).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    },
    credential: {
      credentialId: id.toString("base64"),
      isResidentCredential: true,
      rpId: rp.id,
      privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
      userHandle: Buffer.from(user.id, "base64url").toString("base64"),
      signCount: 0,
    },
  };
}

const hex = (text: string) => Buffer.from(text, "hex");

/** Writes up to 255 bytes as CBOR does. */
const bytes = (content: Buffer) => Buffer.concat([Buffer.from([0x58, content.length]), content]);
