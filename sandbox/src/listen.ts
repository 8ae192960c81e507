import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Only programs on this machine may reach the simulators. */
export const host = "127.0.0.1";

/** Listens on a port; when it is in use and `elsewhere` allows it, on any free one. Returns the port. */
export async function listen(server: Server, port: number, elsewhere: boolean): Promise<number> {
  if (port > 65_535 && elsewhere) return listen(server, 0, false);
  try {
    server.listen({ port, host });
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (elsewhere && (code === "EADDRINUSE" || code === "EACCES")) return listen(server, 0, false);
    throw new Error(`Port ${port} cannot be opened on ${host} (${code ?? String(error)}).`, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}
