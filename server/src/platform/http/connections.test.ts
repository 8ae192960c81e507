import { expect, test } from "vitest";
import { networkOf } from "./connections.ts";

test("O24: an IPv6 caller is counted by the first 64 bits, however the address is written", () => {
  expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
  expect(networkOf("2001:0db8:0001:0002::9")).toBe("2001:db8:1:2");
  expect(networkOf("2001:db8::9")).toBe("2001:db8:0:0");
  expect(networkOf("::1")).toBe("0:0:0:0");
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0");
});
