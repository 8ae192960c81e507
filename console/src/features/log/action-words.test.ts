import { auditActions } from "@cliffhanger/contract/console/audit-actions";
import { beforeAll, expect, test } from "vitest";
import { isMessage, showLanguage } from "../../lib/messages.ts";

beforeAll(() => showLanguage("en"));

test("§3: every action of the log, and what it is about, is said in words", () => {
  const actions = Object.keys(auditActions);
  expect(actions.filter((action) => !isMessage(`action.${action}`))).toEqual([]);
  expect(actions.filter((action) => !isMessage(`subject.${action.split(".", 1)[0]}`))).toEqual([]);
});
