import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Only programs of this machine may reach what stands here for the world. */
export const host = "127.0.0.1";

/** Listens on a port; where that is taken and `elsewhere` allows it, on any free one. Returns the port. */
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
