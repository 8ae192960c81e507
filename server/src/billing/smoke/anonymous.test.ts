import { expect, test } from "vitest";
import { openAnonymiser } from "./anonymous.ts";

const answer = {
  id: "pi_3QxYzAbCdEf",
  status: "requires_action",
  amount: 500,
  livemode: false,
  canceled_at: null,
  latest_charge: { payment_intent: "pi_3QxYzAbCdEf", paid: true },
  metadata: { order_id: "01jabcdefghjkmnpqrstvwxyz0", "01JABC": "x" },
  billing_details: { email: "ada@example.com", name: "Ada", address: { city: "London", lines: ["1 Road"] } },
  purchase_units: [{ shipping: { address: { country_code: "GB", admin_area: "Kent" } } }],
  payer: { name: { given_name: "Ada" }, payer_id: "QYR5Z8XDVJNXQ" },
  receipt: "sent to ada@example.com",
  links: [{ href: "https://api.example.com/v2/orders/5O190127TN364715T", rel: "self" }],
};

test("case 88: a recording keeps properties, types and words, hashes ids alike, and leaves out people", () => {
  const { value } = openAnonymiser();
  const kept = value(answer) as typeof answer & Record<string, unknown>;
  expect(kept).toMatchObject({ status: "requires_action", amount: 500, livemode: false, canceled_at: null });
  expect(kept.id).toMatch(/^#[\w-]{12}$/);
  expect(kept.latest_charge).toEqual({ payment_intent: kept.id, paid: true });
  expect(kept.billing_details).toEqual({
    email: "(left out)",
    name: "(left out)",
    address: { city: "(left out)", lines: ["(left out)"] },
  });
  expect(kept.links[0]?.rel).toBe("self");
  // A hash may contain any letters by chance.
  const text = JSON.stringify(kept).replaceAll(/#[\w-]{12}/g, "#");
  for (const secret of ["Ada", "ada@", "London", "Kent", "GB", "QYR5Z", "5O190", "example.com", "01j", "01J"])
    expect(text).not.toContain(secret);
});

test("case 88: the hashes of one run say nothing about another", () => {
  expect(openAnonymiser().value(answer)).not.toEqual(openAnonymiser().value(answer));
});

test("case 88: a path keeps its words and the names of its parameters", () => {
  const { path } = openAnonymiser();
  expect(path("/v1/payment_intents/pi_3QxYzAbCdEf/confirm?expand[0]=a&expand[0]=b&limit=1")).toMatch(
    /^\/v1\/payment_intents\/#[\w-]{12}\/confirm\?expand\[0\]&limit$/,
  );
  expect(path("/v1/oauth2/token")).toBe("/v1/oauth2/token");
  expect(path("/v2/checkout/orders/5O190127TN364715T")).toMatch(/^\/v2\/checkout\/orders\/#[\w-]{12}$/);
});
