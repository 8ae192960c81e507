import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from "node:crypto";
import { crc32 } from "node:zlib";
import type { Store } from "../gateway/store.ts";
import { certificate, type Subject } from "./certificate.ts";

/** What signs the webhooks. */
export interface Signer {
  /** The last part of the certificate's address. */
  certificateId: string;
  /** The certificate, followed by the test CA's own. */
  chain: string;
  /** The test CA's certificate, for clients that want to trust it. */
  authority: string;
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

interface StoredKeys {
  key: string;
  leaf: string;
  authority: string;
}

const authoritySubject: Subject = { organisation: "Simulator, not PayPal", name: "Simulator test CA" };
// The name of PayPal's own sandbox certificate, which clients expect.
const leafSubject: Subject = {
  organisation: "Simulator, not PayPal",
  name: "messageverificationcerts.sandbox.paypal.com",
};

/** Opens the signer of a store: key, certificate and CA are generated at the first start. The CA's key is discarded. */
export function openSigner(store: Store): Signer {
  const { key, leaf, authority } = store.get<StoredKeys>("setting", "signer") ?? make(store);
  const secret = createPrivateKey(key);
  const open = createPublicKey(secret);
  return {
    certificateId: `CERT-${createHash("sha256").update(leaf).digest("hex").slice(0, 24)}`,
    chain: leaf + authority,
    authority,
    sign: (text) => sign("sha256", Buffer.from(text), secret).toString("base64"),
    verify: (text, signature) => verify("sha256", Buffer.from(text), open, Buffer.from(signature, "base64")),
  };
}

/** Returns the signed text of a delivery: its number, its time, the webhook's number and a checksum of the body. */
export function signedText(id: string, time: string, webhookId: string, body: string | Buffer): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`;
}

function make(store: Store): StoredKeys {
  const authorityKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const issuer = { issuer: authoritySubject, issuerKey: authorityKeys.privateKey };
  const stored = {
    key: keys.privateKey.export({ type: "pkcs8", format: "pem" }),
    leaf: certificate({ subject: leafSubject, key: keys.publicKey, ...issuer, isAuthority: false }),
    authority: certificate({
      subject: authoritySubject,
      key: authorityKeys.publicKey,
      ...issuer,
      isAuthority: true,
    }),
  };
  store.put("setting", "signer", stored);
  return stored;
}
