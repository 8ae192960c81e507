import { expect, test } from "vitest";
import { decoyHash, hashPassword, verifyPassword } from "./argon2.ts";

test("R52: a password is stored as argon2id of 19 MiB and two passes, each time with another salt", async () => {
  const [one, other] = await Promise.all([hashPassword("salt road"), hashPassword("salt road")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await verifyPassword("salt road", one)).toEqual({ right: true, stale: false });
  expect(await verifyPassword("salt roads", one)).toEqual({ right: false, stale: false });
});

test("a hash of other costs verifies too, and is marked as stale", async () => {
  // From the test vectors of the reference implementation.
  const known = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await verifyPassword("password", known)).toEqual({ right: true, stale: true });
});

test("a stored hash is not accepted as a password, and no password matches the decoy", async () => {
  const stored = await hashPassword("salt road");
  expect(await verifyPassword(stored, stored)).toMatchObject({ right: false });
  expect(await verifyPassword(decoyHash(), decoyHash())).toMatchObject({ right: false });
  expect(await verifyPassword("", decoyHash())).toMatchObject({ right: false, stale: false });
});

test.each(["", "salt road", "$argon2id$v=19$m=1,t=1$x$y", "$2b$10$abcdefghijklmnopqrstuv"])(
  "an invalid hash, such as %j, is an error and never a match",
  async (stored) => {
    await expect(verifyPassword(stored, stored)).rejects.toThrow("not of a form");
  },
);
