import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A port that a test reserves from the start, before the server behind it listens or while that server is down. */
export interface ReservedPort {
  port: number;
  /** Passes connections on from now on; until then each is reset. */
  serve(receive: (socket: Socket) => void): void;
  close(): Promise<void>;
}

/** Opens a free port. The port is never released, so no other process can take it in between. */
export async function reservePort(): Promise<ReservedPort> {
  let receive = (socket: Socket): void => void socket.destroy();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => undefined);
    receive(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    serve(next) {
      receive = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns a receiver that pipes a connection to a local port. */
export function pipeTo(port: number): (socket: Socket) => void {
  return (near) => {
    const far = connect({ port, host: "127.0.0.1" });
    far.on("error", () => near.destroy()).on("close", () => near.destroy());
    near.on("close", () => far.destroy());
    near.pipe(far).pipe(near);
  };
}
