import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A mobile connection: `roundTrip` in ms, `rate` downstream in bit/s, shared by all its connections. */
export interface Network {
  name: string;
  roundTrip: number;
  rate: number;
}

/** A running link; `bytes` counts what was received since the last reset. */
export interface Link {
  port: number;
  bytes: () => number;
  reset: () => void;
  close: () => void;
}

/** Opens a TCP proxy to `upstream` that simulates the network's delay and rate, connection set-up included. */
export async function openLink(upstream: number, network: Network): Promise<Link> {
  let freeAt = 0;
  let counted = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.setNoDelay(true));
    client.on("error", () => client.destroy()).on("close", () => sockets.delete(client));
    const origin = connect(upstream, "127.0.0.1").setNoDelay(true);
    origin.on("error", () => client.destroy());
    client.on("close", () => origin.destroy());
    // The handshake takes one round trip before the first byte.
    const opened = performance.now() + network.roundTrip;
    const up = deliverInOrder((data) => origin.write(data));
    const down = deliverInOrder((data) => client.write(data));
    client.on("data", (data: Buffer) =>
      up(data, Math.max(opened, performance.now()) + network.roundTrip / 2),
    );
    origin.on("data", (data: Buffer) => {
      counted += data.length;
      freeAt = Math.max(freeAt, performance.now()) + (data.length * 8_000) / network.rate;
      down(data, freeAt + network.roundTrip / 2);
      if (freeAt - performance.now() < 20) return;
      origin.pause();
      setTimeout(() => origin.resume(), freeAt - performance.now() - 10);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => counted,
    reset: () => {
      counted = 0;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns a function that delivers each piece at its time, in order. */
function deliverInOrder(write: (data: Buffer) => void): (data: Buffer, at: number) => void {
  const waiting: { data: Buffer; at: number }[] = [];
  const flush = () => {
    while (waiting[0] && waiting[0].at <= performance.now())
      write((waiting.shift() as { data: Buffer }).data);
    if (waiting[0]) setTimeout(flush, Math.max(0, waiting[0].at - performance.now()));
  };
  return (data, at) => {
    waiting.push({ data, at });
    if (waiting.length === 1) setTimeout(flush, Math.max(0, at - performance.now()));
  };
}
