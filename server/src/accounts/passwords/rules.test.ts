import { expect, test } from "vitest";
import { ownWordsOf, readNewPassword, readPassword, refuseCommon } from "./rules.ts";

const given = (password: string, repeat = password) => ({ password, repeat, field: "password" }) as const;

test.each([
  ["1234567", "password_too_short"],
  ["🧂🧂🧂🧂", "password_too_short"],
  ["x".repeat(129), "password_too_long"],
])("R52: %j is refused: %s", (password, reason) => {
  expect(() => readNewPassword(given(password))).toThrow(reason);
});

test.each([["12345678"], ["🧂".repeat(8)], ["x".repeat(128)], ["🧂".repeat(128)], [" ".repeat(8)]])(
  "R52: %j has a length that may be",
  (password) => {
    expect(readNewPassword(given(password))).toBe(password);
  },
);

test("the two passwords must be the same, and the fault is the second one's", () => {
  expect(() => readNewPassword(given("a long salt road", "a long salt rode"))).toThrow(
    expect.objectContaining({ reason: "passwords_differ", field: "repeatPassword" }),
  );
});

test("a letter with its accent is the same from every keyboard", () => {
  const [composed, apart] = ["caf\u00e9 caf\u00e9", "cafe\u0301 cafe\u0301"];
  expect(readPassword(apart, "password")).toBe(readPassword(composed, "password"));
  expect(readNewPassword(given(apart, composed))).toBe(composed);
});

test.each(["half \ud83e a salt", "nul \0 byte"])("%j is no text that anybody typed", (password) => {
  expect(() => readPassword(password, "password")).toThrow(expect.objectContaining({ code: 400 }));
});

test.each(["password1", "PASSWORD1", "qwertyuiop", "iloveyou1", "1q2w3e4r"])(
  "R52: %s is one that everybody tries first",
  async (password) => {
    await expect(refuseCommon(password, "password", [])).rejects.toMatchObject({
      reason: "password_too_common",
      code: 400,
    });
  },
);

test.each(["marta.ferreira@example.com", "Marta.Ferreira", "Salt Road TV", "saltroadtv"])(
  "%s is the first that others would try for this person on this site",
  async (password) => {
    const own = ownWordsOf("marta.ferreira@example.com", "Salt Road TV");
    await expect(refuseCommon(password, "password", own)).rejects.toThrow("password_too_common");
  },
);

test("a password of plain words that nobody else has needs no digit and no sign", async () => {
  const own = ownWordsOf("ana@example.com", "Cliffhanger");
  await expect(refuseCommon("a long salt road", "password", own)).resolves.toBeUndefined();
});
