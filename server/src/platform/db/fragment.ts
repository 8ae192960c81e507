import type { RawBuilder } from "kysely";

/**
 * A query that a domain exports as a part of another statement; `Row` is what it returns. The domain that owns the tables
 * writes it, and the storefront composes several of them into one statement.
 */
export type Fragment<Row> = RawBuilder<Row>;
