import { type Language, parseLanguage } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { FileOutcome } from "#platform/http/call";
import type { Accounts } from "../accounts.ts";
import type { ExportFiles } from "../events.ts";
import type { VisitorRow } from "../repository.ts";
import { agreementsOf } from "./agreements.ts";
import { type Confirmation, confirmMember } from "./confirm.ts";
import { readmeOf } from "./readme.ts";
import { listAllSessions, listMergedGuests } from "./repository.ts";

const limit = { action: "export", max: 10, seconds: 3600 };

/** Returns all data about a member as a ZIP of JSON files, with a README in their language. */
export async function exportAccount(
  accounts: Accounts,
  confirmation: Confirmation,
  requestLanguage: Language,
): Promise<FileOutcome> {
  return exportPerson(accounts, await confirmMember(accounts, confirmation, limit), requestLanguage);
}

/** Returns all data about a person as a ZIP of JSON files. */
export async function exportPerson(
  accounts: Accounts,
  member: VisitorRow,
  requestLanguage: Language,
): Promise<FileOutcome> {
  const at = accounts.clock.now();
  const files = await filesOf(accounts, member);
  const readme = readmeOf(Object.keys(files), {
    site: await accounts.siteName(),
    at,
    language: parseLanguage(member.language) ?? requestLanguage,
    described: describedBy(accounts),
  });
  // Loaded at the first export, because most processes never create one.
  const { strToU8, zip } = await import("fflate");
  const mtime = at;
  const entries = Object.entries(files).map(([name, value]) => [
    `${name}.json`,
    [strToU8(`${JSON.stringify(value, null, 2)}\n`), { mtime }] as [Uint8Array, { mtime: Date }],
  ]);
  const parts = { "README.txt": [strToU8(readme), { mtime }] as const, ...Object.fromEntries(entries) };
  // On separate threads: a long history takes seconds, which would block all other requests.
  const file = await new Promise<Uint8Array>((resolve, reject) =>
    zip(parts, (error, packed) => (error ? reject(error) : resolve(packed))),
  );
  return { file: Buffer.from(file), name: `my-data-${at.toISOString().slice(0, 10)}.zip` };
}

async function filesOf({ db, listeners }: Accounts, member: VisitorRow): Promise<Record<string, unknown>> {
  const files: Record<string, unknown> = {
    account: await accountOf(db, member),
    sessions: (await listAllSessions(db, member.id)).map((session) => ({
      id: session.id,
      device: session.device,
      createdAt: session.created_at,
      lastSeenAt: session.last_seen_at,
      endsAt: session.ends_at,
    })),
    agreements: await agreementsOf(db, member.id),
  };
  for (const listener of listeners) {
    const more = (await listener.exported?.(db, member.id)) ?? {};
    for (const [name, value] of Object.entries(more)) {
      if (name in files || !/^[a-z][a-z-]*$/.test(name))
        throw new Error(`Two parts export a file ${name}, or its name will not do.`);
      files[name] = value;
    }
  }
  return files;
}

/** Copies field by field, so that a secret column that is added later is never exported. */
async function accountOf(db: Db, member: VisitorRow) {
  return {
    id: member.id,
    email: member.email,
    displayName: member.display_name,
    language: member.language,
    facebookId: member.facebook_id,
    hasPassword: member.password_hash !== null,
    referrerToken: member.referrer_token,
    createdAt: member.created_at,
    registeredAt: member.registered_at,
    deletesAt: member.deletes_at,
    guestsMerged: (await listMergedGuests(db, member.id)).map(({ id, created_at }) => ({
      id,
      createdAt: created_at,
    })),
  };
}

function describedBy({ listeners }: Accounts): ExportFiles {
  return Object.assign({}, ...listeners.map(({ files }) => files ?? {})) as ExportFiles;
}
