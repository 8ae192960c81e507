import type { Client } from "../repository.ts";

/** What a move needs of the database that it fills. */
export interface TargetFacts {
  encoding: string;
  /** Whether the role may create the schema of background jobs, and tables. */
  mayCreate: boolean;
}

/** Returns what a database allows. */
export async function readTargetFacts(client: Client): Promise<TargetFacts> {
  const { rows } = await client.query<TargetFacts>(
    `select pg_encoding_to_char(encoding) as encoding,
       has_database_privilege(datname, 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate"
     from pg_database where datname = current_database()`,
  );
  return rows[0] ?? { encoding: "", mayCreate: false };
}
