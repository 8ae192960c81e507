import { type Kysely, sql } from "kysely";

/**
 * Orders and tickets move too, for the one call that the console polls: an order whose state, refund, dispute, request or withdrawal
 * changes, and a ticket that is written, answered, assigned or closed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const add = "insert into activity (kind, subject) values";

const ofOrder = (table: string, when: string) =>
  `create trigger ${table}_moves after insert or update of ${when} on ${table} for each row execute function order_part_moved()`;

const statements = [
  `alter table activity drop constraint activity_kind_check`,
  `alter table activity add constraint activity_kind_check check (kind in ('series', 'bulk', 'order', 'ticket'))`,
  `create function order_moved() returns trigger language plpgsql as $$ begin
    ${add} ('order', new.id);
    return null;
  end $$`,
  `create trigger purchase_order_begins after insert on purchase_order for each row execute function order_moved()`,
  `create trigger purchase_order_moves after update of state on purchase_order for each row
    when (old.state <> new.state) execute function order_moved()`,
  `create function order_part_moved() returns trigger language plpgsql as $$ begin
    ${add} ('order', new.order_id);
    return null;
  end $$`,
  ofOrder("refund", "state"),
  ofOrder("dispute_case", "state"),
  ofOrder("refund_request", "closed_at"),
  `create trigger withdrawal_moves after insert or update on withdrawal for each row execute function order_part_moved()`,
  `create function ticket_moved() returns trigger language plpgsql as $$ begin
    ${add} ('ticket', new.number::text);
    return null;
  end $$`,
  `create trigger ticket_moves after insert or update on ticket for each row execute function ticket_moved()`,
  `create function ticket_message_moved() returns trigger language plpgsql as $$ begin
    insert into activity (kind, subject) select 'ticket', number::text from ticket where id = new.ticket_id;
    return null;
  end $$`,
  `create trigger ticket_message_moves after insert on ticket_message for each row execute function ticket_message_moved()`,
];
