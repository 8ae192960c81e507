import { expect, test } from "vitest";
import { parseAddress } from "./address.ts";

test.each([
  ["  Ana.Lima@Example.COM\n", "ana.lima@example.com"],
  ["o'brien+films@mail.example.co.uk", "o'brien+films@mail.example.co.uk"],
  ["jürgen@bücher.example", "jürgen@xn--bcher-kva.example"],
  ["a@ｅｘａｍｐｌｅ.com", "a@example.com"],
  [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
  ["free@cliffhanger.test", "free@cliffhanger.test"],
])("R52: %j is stored as %s", (text, address) => {
  expect(parseAddress(text)).toBe(address);
});

test.each([
  [""],
  ["ana"],
  ["@example.com"],
  ["ana@"],
  ["ana@localhost"],
  ["ana@127.0.0.1"],
  ["ana@[127.0.0.1]"],
  ["ana lima@example.com"],
  ["ana@exam ple.com"],
  ["ana@@example.com"],
  [".ana@example.com"],
  ["ana..lima@example.com"],
  ["ana@example..com"],
  ["ana@-example.com"],
  ["ana\r\nBcc: all@example.com"],
  ["ana@example.com\r\nBcc: all@example.com"],
  ["ana,bea@example.com"],
  ["Ana <ana@example.com>"],
  ['"ana"@example.com'],
  ["ana\u0000@example.com"],
  ["ana\ud800@example.com"],
  [`${"a".repeat(65)}@example.com`],
  [`a@${`${"b".repeat(62)}.`.repeat(4)}com`],
])("R52: %j is not an email address", (text) => {
  expect(parseAddress(text)).toBeNull();
});
