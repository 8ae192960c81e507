import { expect, test } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { emptyFields, faultOf } from "./fault.ts";

const prompts = { email: "Please enter your email", password: "Please enter your password" };

test("R49: each empty field is reported, and blanks count as empty", () => {
  expect(emptyFields({ email: " ", password: "" }, prompts)?.fields).toEqual(prompts);
  expect(emptyFields({ email: "a@b.co" }, prompts)?.fields).toEqual({ password: prompts.password });
  expect(emptyFields({ email: "a@b.co", password: "secret" }, prompts)).toBeNull();
});

test("R52: the server's messages appear beside their fields", () => {
  const error = new ApiError(400, "Please check.", {
    fields: [{ field: "password", message: "Too short." }],
  });
  const fault = faultOf(error, ["email", "password"], "No connection.");
  expect(fault).toMatchObject({ fields: { password: "Too short." }, message: "" });
});

test("R92: messages about no field of the form become the form's message, as does a general failure", () => {
  const error = new ApiError(400, "Please check.", { fields: [{ field: "language", message: "Unknown." }] });
  expect(faultOf(error, ["email"], "No connection.")).toMatchObject({ fields: {}, message: "Unknown." });
  const refused = new ApiError(500, "Wrong password.", { reason: "login_failed" });
  expect(faultOf(refused, ["email"], "No connection.")).toMatchObject({
    message: "Wrong password.",
    reason: "login_failed",
  });
  expect(faultOf(new ApiError(0, ""), [], "No connection.").message).toBe("No connection.");
  expect(faultOf(new TypeError("undefined"), [], "No connection.").message).toBe("No connection.");
});
