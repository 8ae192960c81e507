import { calls } from "@cliffhanger/contract";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { describeApi, publicCalls } from "./openapi.ts";

const described = JSON.parse(JSON.stringify(describeApi("1.2.3", publicCalls(calls))));

test("R45: the description is valid by the meta-schema of OpenAPI 3.1", async () => {
  expect(await new Validator().validate(described)).toEqual({ valid: true });
});

test("R45: every call of the contract is described, with its envelope, codes and reasons", () => {
  const names = Object.entries<object>(described.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(names.sort()).toEqual(Object.keys(publicCalls(calls)).sort());
  expect(names.filter((name) => name.includes("/api/console/"))).toEqual([]);
  const { get } = described.paths["/api/homepage/query"];
  const [done, refused] = get.responses["200"].content["application/json"].schema.oneOf;
  expect(done.properties.code).toEqual({ const: 200 });
  expect(Object.keys(done.properties.data.properties)).toEqual(
    expect.arrayContaining(["list", "total", "page", "pageSize", "hasMore", "suggestions"]),
  );
  expect(refused.$ref).toBe("#/components/schemas/DomainError");
  expect(described.components.schemas.Reason.enum).toContain("payment_required");
});

test("R45: parameters have their types, and the required ones are marked", () => {
  const parameter = (path: string, name: string) =>
    described.paths[path].get.parameters.find((one: { name: string }) => one.name === name);
  expect(parameter("/api/homepage/query", "pageSize")).toMatchObject({
    required: false,
    schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
  });
  expect(parameter("/api/page", "name")).toMatchObject({ required: true });
  expect(parameter("/api/video/episode", "id")).toMatchObject({ required: false });
});
