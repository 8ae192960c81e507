import { expect, test } from "vitest";
import { personalTerms, readNewPassword, readPassword, refuseCommon } from "./rules.ts";

const given = (password: string, repeat = password) => ({ password, repeat, field: "password" }) as const;

test.each([
  ["1234567", "password_too_short"],
  ["🧂🧂🧂🧂", "password_too_short"],
  ["x".repeat(129), "password_too_long"],
])("R52: %j is refused: %s", (password, reason) => {
  expect(() => readNewPassword(given(password))).toThrow(reason);
});

test.each([["12345678"], ["🧂".repeat(8)], ["x".repeat(128)], ["🧂".repeat(128)], [" ".repeat(8)]])(
  "R52: %j has an allowed length",
  (password) => {
    expect(readNewPassword(given(password))).toBe(password);
  },
);

test("the two passwords must be the same, and the error names the second one", () => {
  expect(() => readNewPassword(given("a long salt road", "a long salt rode"))).toThrow(
    expect.objectContaining({ reason: "passwords_differ", field: "repeatPassword" }),
  );
});

test("a letter with its accent is the same from every keyboard", () => {
  const [composed, apart] = ["caf\u00e9 caf\u00e9", "cafe\u0301 cafe\u0301"];
  expect(readPassword(apart, "password")).toBe(readPassword(composed, "password"));
  expect(readNewPassword(given(apart, composed))).toBe(composed);
});

test.each(["half \ud83e a salt", "nul \0 byte"])("%j is not text from a keyboard", (password) => {
  expect(() => readPassword(password, "password")).toThrow(expect.objectContaining({ code: 400 }));
});

test.each(["password1", "PASSWORD1", "qwertyuiop", "iloveyou1", "1q2w3e4r"])(
  "R52: %s is a common password",
  async (password) => {
    await expect(refuseCommon(password, "password", [])).rejects.toMatchObject({
      reason: "password_too_common",
      code: 400,
    });
  },
);

// From published lists of the most frequent leaked passwords: those with 8 characters or more.
const leaked =
  `password1 password12 password123 12345678 123456789 1234567890 qwerty123 1q2w3e4r 1qaz2wsx iloveyou1
  sunshine princess football1 trustno1 welcome123 abcd1234 admin123 passw0rd P@ssw0rd1 Pa$$w0rd contraseña motdepasse
  passwort1 azerty123 hallo123 schatz123 11111111 00000000 87654321 987654321 asdfghjkl q1w2e3r4 a1234567 123123123
  12341234 changeme1 secret123 password1! Password1! summer2024 Summer2026! winter2025 qwerty2026 password2026 test1234
  user1234 master123 senha1234 mudar123 brasil123 bonjour123 teamo123 doudou123 jetaime1 deutschland pokemon123 aaaaaaaa
  abcabcabc 19871987 01011990 19900101 abcdefgh zyxwvuts 2wsx3edc 123qweasd`.split(/\s+/);

test.each(leaked)(
  "R52: %s is on the lists of leaked passwords, or such a word with digits or a sign",
  async (password) => {
    await expect(refuseCommon(password, "password", [])).rejects.toThrow("password_too_common");
  },
);

test.each([
  "saltroadtv2026",
  "SaltRoadTV123!",
  "2026saltroadtv",
  "Salt Road TV 1",
  "s4ltr0adtv",
  "saltroadtv12345678901",
])("R52: %s is the site's name with digits", async (password) => {
  const own = personalTerms("ana@example.com", "Salt Road TV");
  await expect(refuseCommon(password, "password", own)).rejects.toThrow("password_too_common");
});

test.each([
  "a long salt road",
  "saltroads2026x",
  "grey heron 17",
  "kiwi-tram-41-plum",
  "4816xkq0",
  "71350284",
  `${"é".repeat(4)}wolf`,
])("R52: %s is on no list", async (password) => {
  const own = personalTerms("ana@example.com", "Salt Road TV");
  await expect(refuseCommon(password, "password", own)).resolves.toBeUndefined();
});

test.each(["marta.ferreira@example.com", "Marta.Ferreira", "Salt Road TV", "saltroadtv"])(
  "%s is an obvious guess for this person on this site",
  async (password) => {
    const own = personalTerms("marta.ferreira@example.com", "Salt Road TV");
    await expect(refuseCommon(password, "password", own)).rejects.toThrow("password_too_common");
  },
);

test("an uncommon password of plain words needs no digit and no sign", async () => {
  const own = personalTerms("ana@example.com", "Cliffhanger");
  await expect(refuseCommon("a long salt road", "password", own)).resolves.toBeUndefined();
});
