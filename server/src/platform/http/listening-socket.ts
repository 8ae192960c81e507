/** The first descriptor that systemd passes to a service (sd_listen_fds(3)). */
const FIRST_FD = 3;

/**
 * Returns the descriptor of a listening socket that systemd passed to this process; null when there is none. The socket
 * stays open while the service restarts, so that connections wait in its queue and none is refused.
 */
export function passedSocket(env: Record<string, string | undefined>, pid: number): number | null {
  // A process that inherited the variables, but not the socket, has another id.
  if (env["LISTEN_PID"] !== String(pid)) return null;
  const count = Number(env["LISTEN_FDS"] ?? 0);
  if (count === 1) return FIRST_FD;
  if (count === 0) return null;
  throw new Error(`systemd passed ${count} sockets; give one ListenStream for each web server.`);
}
