import { createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";

// X.509 in DER, as far as a test CA needs it: Node can read certificates but cannot create them.

/** The subject of a certificate. */
export interface Subject {
  organisation: string;
  name: string;
}

const SHA256_WITH_RSA = seq(oid([1, 2, 840, 113549, 1, 1, 11]), tlv(0x05));

/** Returns a certificate for a key, signed by an issuer's key, as PEM. */
export function certificate(options: {
  subject: Subject;
  key: KeyObject;
  issuer: Subject;
  issuerKey: KeyObject;
  isAuthority: boolean;
}): string {
  const { subject, key, issuer, issuerKey, isAuthority } = options;
  const extensions = [
    extension([2, 5, 29, 19], isAuthority ? seq(tlv(0x01, Buffer.from([0xff]))) : seq()),
    extension([2, 5, 29, 15], tlv(0x03, Buffer.from(isAuthority ? [0x01, 0x06] : [0x07, 0x80]))),
    ...(isAuthority
      ? []
      : [extension([2, 5, 29, 17], seq(tlv(0x82, Buffer.from(subject.name, "ascii"))), false)]),
  ];
  const body = seq(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    SHA256_WITH_RSA,
    distinguished(issuer),
    seq(utc("200101000000Z"), utc("491231235959Z")),
    distinguished(subject),
    publicOf(key).export({ type: "spki", format: "der" }),
    tlv(0xa3, seq(...extensions)),
  );
  const signature = sign("sha256", body, issuerKey);
  const whole = seq(body, SHA256_WITH_RSA, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

function publicOf(key: KeyObject): KeyObject {
  return key.type === "public" ? key : createPublicKey(key);
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), value]);
}

function seq(...parts: Buffer[]): Buffer {
  return tlv(0x30, ...parts);
}

function integer(value: Buffer): Buffer {
  return tlv(0x02, value);
}

function utc(when: string): Buffer {
  return tlv(0x17, Buffer.from(when, "ascii"));
}

function oid([first = 0, second = 0, ...rest]: number[]): Buffer {
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const sevens = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) sevens.unshift((left & 0x7f) | 0x80);
    bytes.push(...sevens);
  }
  return tlv(0x06, Buffer.from(bytes));
}

function distinguished({ organisation, name }: Subject): Buffer {
  const part = (id: number[], value: string) =>
    tlv(0x31, seq(oid(id), tlv(0x0c, Buffer.from(value, "utf8"))));
  return seq(part([2, 5, 4, 10], organisation), part([2, 5, 4, 3], name));
}

function extension(id: number[], value: Buffer, isCritical = true): Buffer {
  return seq(oid(id), ...(isCritical ? [tlv(0x01, Buffer.from([0xff]))] : []), tlv(0x04, value));
}
