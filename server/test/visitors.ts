import type { TestApp } from "./app.ts";
import { callAs, type Device, type Person } from "./people.ts";

/** Opens one of our links as a new visitor, as a browser with cookies does. */
export async function arrive(
  app: Pick<TestApp, "http" | "clock">,
  landing: string,
  { referrer = "" }: { referrer?: string } = {},
): Promise<Person> {
  // Two arrivals are never at the same moment.
  app.clock.advance(1);
  const device: Device = { cookie: null, token: null };
  const query = new URLSearchParams({ landing, referrer });
  const { info } = await callAs<{ id: string }>(app, device, "GET", `/api/user?${query.toString()}`);
  device.token = null;
  const person: Person = {
    ...device,
    id: info.id,
    call: (method, path, body) => callAs(app, person, method, path, body),
  };
  return person;
}
