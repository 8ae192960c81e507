import { describe, expect, it } from "vitest";
import { domains, findViolations } from "./boundaries.ts";
import { importsOf } from "./boundaries-imports.ts";
import { projectSources } from "./boundaries-sources.ts";

describe("who may import whom", () => {
  const files = projectSources();

  it("holds everywhere in the project", () => {
    expect(findViolations(files)).toEqual([]);
  });

  it("covers the server, the web and the contract", () => {
    for (const folder of ["contract/src/", "server/src/platform/", "web/src/"]) {
      expect(files.filter(({ path }) => path.startsWith(folder)).length, folder).toBeGreaterThan(2);
    }
    expect(files.flatMap(importsOf).length).toBeGreaterThan(files.length);
  });

  it("contains no cycle of domains", () => {
    const reach = (name: string, seen: readonly string[]): string[] =>
      (domains[name] ?? []).flatMap((next) => (seen.includes(next) ? [next] : reach(next, [...seen, next])));
    for (const name of Object.keys(domains)) expect(reach(name, [name]), name).toEqual([]);
  });
});

describe("platform", () => {
  const business = /episode|series|plan|card|fbclid|ttclid/i;
  const files = projectSources().filter(({ path }) => path.startsWith("server/src/platform/"));
  const exported = /^export (?:async )?(?:function|const|let|class|interface|type) (\w+)/gm;

  it("H19: has no business word in file names or exported names", () => {
    const names = files.flatMap(({ path, text }) => [
      path.slice("server/src/platform/".length),
      ...[...text.matchAll(exported)].map(([, name = ""]) => name),
    ]);
    expect(names.length).toBeGreaterThan(files.length);
    expect(names.filter((name) => business.test(name))).toEqual([]);
  });
});

describe("V13: a fragment of a statement", () => {
  const text = 'import { type View, viewFragment } from "#library";';

  it("is composed by a repository of storefront", () => {
    expect(findViolations([{ path: "server/src/storefront/recognise/repository.ts", text }])).toEqual([]);
  });

  it.each(["server/src/storefront/routes.ts", "server/src/playback/repository.ts"])(
    "is not imported by %s",
    (path) => {
      expect(findViolations([{ path, text }])).toEqual([expect.stringContaining("composes fragments")]);
    },
  );
});

describe("an import that the table forbids", () => {
  it.each([
    [
      "a domain that the importer may not use",
      "server/src/catalogue/publish.ts",
      "#billing",
      "no other domain",
    ],
    ["the listener of a domain", "server/src/billing/pay.ts", "#attribution", "accounts, catalogue"],
    ["the storefront", "server/src/site/read.ts", "#storefront", "no other domain"],
    ["a type", "server/src/library/tables.ts", "#media", "accounts, catalogue"],
    ["a forbidden domain in a test", "server/src/library/save.test.ts", "#media", "accounts, catalogue"],
    ["a deep import", "server/src/billing/pay.ts", "#catalogue/repository", "by its entry point"],
    ["a path around the entry point", "server/src/billing/pay.ts", "../catalogue/repository.ts", "leaves"],
    ["the migrations in a rule", "server/src/media/encode.ts", "../../migrations/index.ts", "leaves"],
    [
      "the migrations in a command",
      "server/src/media/ingest-command.ts",
      "../../migrations/index.ts",
      "leaves",
    ],
    ["the app in a command of a domain", "server/src/media/ingest-command.ts", "../app.ts", "leaves"],
    ["a path out of platform", "server/src/platform/http/server.ts", "../../catalogue/index.ts", "leaves"],
    ["a path out of the server", "server/src/media/probe.ts", "../../../web/src/lib/api.ts", "leaves"],
    ["a domain in platform", "server/src/platform/jobs.ts", "#media", "platform may import no domain"],
    ["a domain in main.ts", "server/src/main.ts", "#media", "main.ts imports app.ts"],
    ["a folder imported by path from app.ts", "server/src/app.ts", "./media/index.ts", "as #media"],
    [
      "a folder imported by path from a command",
      "server/src/restore-command.ts",
      "./backup/extension.ts",
      "as #backup",
    ],
    ["a domain in a migration", "server/migrations/0002-series.ts", "#catalogue", "must not depend"],
    ["a domain that is not listed", "server/src/billing/pay.ts", "#coins", "does not list"],
    ["a test helper outside a test", "server/src/billing/pay.ts", "#test/factories", "only tests"],
    ["the query builder in a rule", "server/src/billing/pay.ts", "kysely", "query builder"],
    ["the driver in a route", "server/src/billing/routes.ts", "pg", "query builder"],
    ["the HTTP framework in a rule", "server/src/billing/pay.ts", "fastify", "HTTP framework"],
    [
      "the HTTP framework in a repository",
      "server/src/billing/records/repository.ts",
      "@fastify/static",
      "HTTP framework",
    ],
    ["the web in the server", "server/src/app.ts", "@cliffhanger/web", "only the contract"],
    ["the server in the web", "web/src/lib/api.ts", "@cliffhanger/server", "only the contract"],
    ["the server's files in the web", "web/src/lib/api.ts", "../../../server/src/app.ts", "leaves web"],
    [
      "a feature in a feature",
      "web/src/features/library/list.tsx",
      "../catalogue/card.tsx",
      "features never",
    ],
    [
      "a test helper in the web",
      "web/src/features/playback/engine.ts",
      "../../../test/fake-video.ts",
      "only for tests",
    ],
    ["a feature in ui", "web/src/ui/button.tsx", "../features/library/list.tsx", "ui may import loader, lib"],
    [
      "a screen in a feature",
      "web/src/features/library/list.tsx",
      "../../screens/home.tsx",
      "features may import ui",
    ],
    ["the server in a browser test", "e2e/guest.spec.ts", "@cliffhanger/server", "only the contract"],
    ["a library in the contract", "contract/src/site.ts", "react", "only zod"],
    ["the server in the contract", "contract/src/site.ts", "../../server/src/app.ts", "leaves contract"],
    ["the contract in the sandbox", "sandbox/src/stripe.ts", "@cliffhanger/contract", "nothing of ours"],
  ])("%s", (_what, path, specifier, reason) => {
    const violations = findViolations([{ path, text: `import { a } from "${specifier}";\n` }]);
    expect(violations).toEqual([expect.stringContaining(reason)]);
    expect(violations[0]).toContain(path);
  });

  it("a folder that the table does not list", () => {
    expect(findViolations([{ path: "server/src/coins/spend.ts", text: "" }])).toEqual([
      "server/src/coins/spend.ts is in the folder coins, which the table of domains does not list",
    ]);
  });

  it("a file directly in src", () => {
    expect(findViolations([{ path: "server/src/helpers.ts", text: "" }])).toEqual([
      expect.stringContaining(
        "is directly in src, where only commands, their usages and app.ts, before-migrations.ts, caches.ts, main.ts",
      ),
    ]);
  });
});

describe("an allowed import", () => {
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
    ["server/src/restore-usage.ts", "./backup/extension.ts"],
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
  ])("%s imports %s", (path, specifier) => {
    expect(findViolations([{ path, text: `import { a } from "${specifier}";\n` }])).toEqual([]);
  });
});
