import { expect, test } from "vitest";
import { dsnFor } from "./error-reports.ts";

const dsn = "https://1@errors.example.com/1";
const dsnMarketing = "https://2@errors.example.com/2";

test("R87: the project differs when the host name contains the marketing site's domain", () => {
  const projects = { dsn, dsnMarketing, marketingDomain: "promo.example.com" };
  expect(dsnFor(projects, "watch.example.com")).toBe(dsn);
  expect(dsnFor(projects, "promo.example.com")).toBe(dsnMarketing);
  expect(dsnFor(projects, "www.promo.example.com")).toBe(dsnMarketing);
});

test("R87: without a domain, or without its own project, there is one project; without any, none", () => {
  expect(dsnFor({ dsn, dsnMarketing, marketingDomain: null }, "promo.example.com")).toBe(dsn);
  expect(dsnFor({ dsn, dsnMarketing: null, marketingDomain: "promo" }, "promo.example.com")).toBe(dsn);
  expect(dsnFor({ dsn: null, dsnMarketing: null, marketingDomain: null }, "promo.example.com")).toBeNull();
});
