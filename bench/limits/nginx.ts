import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../server/test/free-port.ts";
import { answers, folder, pinned, type Running, serverCore, stop } from "../processes.ts";

/** Options of nginx, which is the limit of sending files, and the proxy that sends ours. */
export interface NginxOptions {
  /** The folder that it serves under `/plain/` without a check. */
  media: string;
  /** The port of our process, which serves everything else and whose X-Accel-Redirect to `/internal-media/` is followed. */
  upstreamPort: number;
}

/** Starts nginx on the servers' core with the documented configuration for MEDIA_ACCEL. */
export async function startNginx({ media, upstreamPort }: NginxOptions): Promise<Running> {
  const home = await folder("nginx");
  const port = await freePort();
  const config = join(home, "nginx.conf");
  await writeFile(
    config,
    `daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  open_file_cache max=1000 inactive=60s;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  types { video/iso.segment m4s; }
  upstream ours {
    server 127.0.0.1:${upstreamPort};
    keepalive 32;
    keepalive_requests 1000000;
  }
  server {
    listen 127.0.0.1:${port};
    location /plain/ { alias ${media}/; }
    location /internal-media/ {
      internal;
      alias ${media}/;
    }
    location / {
      proxy_pass http://ours;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
    }
  }
}
`,
  );
  const [command, ...args] = pinned(serverCore, "nginx", ["-p", home, "-c", config]);
  const child = spawn(command, args, { stdio: "ignore" });
  process.once("exit", () => child.kill("SIGTERM"));
  await answers(child, port, "/plain/");
  return { child, port, stop: () => stop(child) };
}
