import { expect, test } from "vitest";
import { createI18n, translator } from "../../../lib/messages.ts";
import money from "../../../messages/en/money.json";
import { brandName, cardFault, faultWhenPaying } from "./card-faults.ts";

const t = translator(createI18n("en", money));
const messageFor = (code: string) => {
  const fault = cardFault(code);
  return fault && [fault.field, t(fault.key)];
};

test("R34: the gateway's codes are shown in the app's language, beside their fields", () => {
  expect(messageFor("incomplete_number")).toEqual(["number", "The card number is not complete"]);
  expect(messageFor("invalid_number")).toEqual([
    "number",
    "This card number does not exist. Please check it",
  ]);
  expect(messageFor("incorrect_number")).toEqual(messageFor("invalid_number"));
  expect(messageFor("incomplete_expiry")).toEqual(["expiry", "The expiry date is not complete"]);
  expect(messageFor("invalid_expiry_year_past")).toEqual(["expiry", "This card has expired"]);
  expect(messageFor("incomplete_cvc")).toEqual(["cvc", "The security code is not complete"]);
  expect(messageFor("incorrect_cvc")?.[0]).toBe("cvc");
});

test("R34: a code that is about no field is not shown beside one", () => {
  expect(cardFault("api_connection_error")).toBeNull();
  expect(cardFault("constructor")).toBeNull();
  expect(cardFault(undefined)).toBeNull();
});

test("R34: a buyer who pays too early sees which field is empty, incomplete or wrong", () => {
  const empty = { empty: true, complete: false, fault: null };
  expect(faultWhenPaying("number", empty)).toBe("pay.faults.numberEmpty");
  expect(faultWhenPaying("expiry", { ...empty, empty: false })).toBe("pay.faults.expiryShort");
  expect(faultWhenPaying("cvc", { empty: false, complete: false, fault: "pay.faults.cvcWrong" })).toBe(
    "pay.faults.cvcWrong",
  );
  expect(faultWhenPaying("cvc", { empty: false, complete: true, fault: null })).toBeNull();
});

test("R34: the brand of a card is shown by its name, an unknown one not at all", () => {
  expect(brandName("amex")).toBe("American Express");
  expect(brandName("unknown")).toBeNull();
  expect(brandName("toString")).toBeNull();
});
