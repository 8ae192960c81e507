import type pg from "pg";

/**
 * What the app's role should have. Statements are planned once for any values, because planning often costs more than
 * running them. A setting of the role, so that it holds behind a connection pooler and costs no statement.
 */
export const roleSettings = { plan_cache_mode: "force_generic_plan" } as const;

/** Returns whether new connections have the settings. */
export async function hasRoleSettings({ pool }: { pool: pg.Pool }): Promise<boolean> {
  const { rows } = await pool.query<{ plan_cache_mode: string }>("show plan_cache_mode");
  return rows[0]?.plan_cache_mode === roleSettings.plan_cache_mode;
}

/** Sets them for this role in this database. Every role may do so for itself; open connections stay as they are. */
export async function setRoleSettings({ pool }: { pool: pg.Pool }): Promise<void> {
  await pool.query(
    `do $$ begin
      execute format('alter role %I in database %I set plan_cache_mode = ${roleSettings.plan_cache_mode}',
        current_user, current_database());
    end $$`,
  );
}
