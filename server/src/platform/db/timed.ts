import type pg from "pg";
import { currentRequest } from "#platform/request-context";

/** Adds the time of each statement of a connection to the request that it runs for. */
export function timeStatements(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const query = (...given: unknown[]) => {
    const request = currentRequest();
    const answer = send(...given);
    if (!request || !(answer instanceof Promise)) return answer;
    const began = performance.now();
    const add = () => {
      request.dbMs += performance.now() - began;
    };
    answer.then(add, add);
    return answer;
  };
  client.query = query as typeof client.query;
}
