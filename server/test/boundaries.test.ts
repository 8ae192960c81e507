import { describe, expect, it } from "vitest";
import { domains, findViolations } from "./boundaries.ts";
import { importsOf } from "./boundaries-imports.ts";
import { projectSources } from "./boundaries-sources.ts";

describe("who may import whom", () => {
  const files = projectSources();

  it("holds everywhere in the project", () => {
    expect(findViolations(files)).toEqual([]);
  });

  it("looks at the server, the web and the contract", () => {
    for (const folder of ["contract/src/", "server/src/platform/", "web/src/"]) {
      expect(files.filter(({ path }) => path.startsWith(folder)).length, folder).toBeGreaterThan(2);
    }
    expect(files.flatMap(importsOf).length).toBeGreaterThan(files.length);
  });

  it("lets no domain come back to itself", () => {
    const reach = (name: string, seen: readonly string[]): string[] =>
      (domains[name] ?? []).flatMap((next) => (seen.includes(next) ? [next] : reach(next, [...seen, next])));
    for (const name of Object.keys(domains)) expect(reach(name, [name]), name).toEqual([]);
  });
});

describe("platform", () => {
  const business = /episode|series|plan|card|fbclid|ttclid/i;
  const files = projectSources().filter(({ path }) => path.startsWith("server/src/platform/"));
  const exported = /^export (?:async )?(?:function|const|let|class|interface|type) (\w+)/gm;

  it("H19: names no file and nothing that it exports by a word of the business", () => {
    const names = files.flatMap(({ path, text }) => [
      path.slice("server/src/platform/".length),
      ...[...text.matchAll(exported)].map(([, name = ""]) => name),
    ]);
    expect(names.length).toBeGreaterThan(files.length);
    expect(names.filter((name) => business.test(name))).toEqual([]);
  });
});

describe("it is caught", () => {
  it.each([
    ["a domain that asks one it may not", "server/src/catalogue/publish.ts", "#billing", "no other domain"],
    ["a domain that asks its listener", "server/src/billing/pay.ts", "#attribution", "accounts, catalogue"],
    ["someone who asks the storefront", "server/src/site/read.ts", "#storefront", "no other domain"],
    ["a type alone, too", "server/src/library/tables.ts", "#media", "accounts, catalogue"],
    ["a test in a domain", "server/src/library/save.test.ts", "#media", "accounts, catalogue"],
    ["a deep import", "server/src/billing/pay.ts", "#catalogue/repository", "through its door"],
    ["a way around the door", "server/src/billing/pay.ts", "../catalogue/repository.ts", "leaves"],
    ["the migrations in a rule", "server/src/media/encode.ts", "../../migrations/index.ts", "leaves"],
    [
      "the migrations in a command",
      "server/src/media/ingest-command.ts",
      "../../migrations/index.ts",
      "leaves",
    ],
    ["the app in a command of a domain", "server/src/media/ingest-command.ts", "../app.ts", "leaves"],
    ["a way out of platform", "server/src/platform/http/server.ts", "../../catalogue/index.ts", "leaves"],
    ["a way out of the server", "server/src/media/probe.ts", "../../../web/src/lib/api.ts", "leaves"],
    ["a domain in platform", "server/src/platform/jobs.ts", "#media", "platform knows no domain"],
    ["a domain in main.ts", "server/src/main.ts", "#media", "main.ts knows app.ts"],
    ["a folder reached by path from app.ts", "server/src/app.ts", "./media/index.ts", "reached as #media"],
    ["a domain in a migration", "server/migrations/0002-series.ts", "#catalogue", "stands for itself"],
    ["a domain that is not listed", "server/src/billing/pay.ts", "#coins", "does not list"],
    ["a test's tool outside a test", "server/src/billing/pay.ts", "#test/factories", "only tests"],
    ["the query builder in a rule", "server/src/billing/pay.ts", "kysely", "query builder"],
    ["the driver in a route", "server/src/billing/routes.ts", "pg", "query builder"],
    ["the HTTP framework in a rule", "server/src/billing/pay.ts", "fastify", "HTTP framework"],
    [
      "the HTTP framework in a repository",
      "server/src/billing/records/repository.ts",
      "@fastify/static",
      "HTTP framework",
    ],
    ["the web in the server", "server/src/app.ts", "@cliffhanger/web", "contract alone"],
    ["the server in the web", "web/src/lib/api.ts", "@cliffhanger/server", "contract alone"],
    ["the server's files in the web", "web/src/lib/api.ts", "../../../server/src/app.ts", "leaves web"],
    [
      "a feature in a feature",
      "web/src/features/library/list.tsx",
      "../catalogue/card.tsx",
      "features never",
    ],
    [
      "a part of the tests in the web",
      "web/src/features/playback/engine.ts",
      "../../../test/fake-video.ts",
      "for tests alone",
    ],
    ["a feature in ui", "web/src/ui/button.tsx", "../features/library/list.tsx", "ui may import loader, lib"],
    [
      "a screen in a feature",
      "web/src/features/library/list.tsx",
      "../../screens/home.tsx",
      "features may import ui",
    ],
    ["the server in a journey", "e2e/guest.spec.ts", "@cliffhanger/server", "contract alone"],
    ["a library in the contract", "contract/src/site.ts", "react", "zod alone"],
    ["the server in the contract", "contract/src/site.ts", "../../server/src/app.ts", "leaves contract"],
    ["the contract in the sandbox", "sandbox/src/stripe.ts", "@cliffhanger/contract", "nothing of ours"],
  ])("%s", (_what, path, specifier, reason) => {
    const violations = findViolations([{ path, text: `import { a } from "${specifier}";\n` }]);
    expect(violations).toEqual([expect.stringContaining(reason)]);
    expect(violations[0]).toContain(path);
  });

  it("a folder that the table does not list", () => {
    expect(findViolations([{ path: "server/src/coins/spend.ts", text: "" }])).toEqual([
      "server/src/coins/spend.ts lies in the folder coins, which the table of domains does not list",
    ]);
  });

  it("a file that stands in src itself", () => {
    expect(findViolations([{ path: "server/src/helpers.ts", text: "" }])).toEqual([
      expect.stringContaining("stands in src itself, where only app.ts, main.ts, doctor.ts"),
    ]);
  });
});

describe("it is allowed", () => {
  it.each([
    ["server/src/billing/pay.ts", "#catalogue"],
    ["server/src/billing/pay.ts", "#platform/clock"],
    ["server/src/billing/pay.ts", "./records/states.ts"],
    ["server/src/billing/gateways/card.ts", "../records/states.ts"],
    ["server/src/billing/pay.ts", "@cliffhanger/contract"],
    ["server/src/billing/pay.test.ts", "#test/app"],
    ["server/src/billing/records/repository.ts", "kysely"],
    ["server/src/platform/db/pool.ts", "pg"],
    ["server/src/platform/jobs.ts", "pg-boss"],
    ["server/migrations/0001-accounts.ts", "kysely"],
    ["server/src/billing/routes.ts", "fastify"],
    ["server/src/platform/http/server.ts", "@fastify/static"],
    ["server/src/app.ts", "#storefront"],
    ["server/src/main.ts", "./app.ts"],
    ["server/src/main.ts", "../migrations/index.ts"],
    ["server/src/platform/command.ts", "../../migrations/index.ts"],
    ["server/test/app.ts", "../src/app.ts"],
    ["server/test/factories.ts", "#catalogue"],
    ["web/src/screens/home.tsx", "../features/catalogue/card.tsx"],
    ["web/src/features/library/list.tsx", "./row.tsx"],
    ["web/src/main.tsx", "./app/app.tsx"],
    ["web/src/lib/api.ts", "@cliffhanger/contract/reasons"],
    ["e2e/guest.spec.ts", "@playwright/test"],
    ["contract/src/site.ts", "zod"],
    ["contract/src/site.test.ts", "vitest"],
    ["sandbox/src/stripe.ts", "node:http"],
  ])("%s asks %s", (path, specifier) => {
    expect(findViolations([{ path, text: `import { a } from "${specifier}";\n` }])).toEqual([]);
  });
});
