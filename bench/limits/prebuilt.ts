// The limit of every answer: a bare server that sends prepared bytes. It receives them over the IPC channel and answers with its
// port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Prebuilt = Record<string, { headers: Record<string, string>; body: string }>;

process.once("message", (message: Prebuilt) => {
  const answers = new Map(
    Object.entries(message).map(([path, { headers, body }]) => {
      const bytes = Buffer.from(body, "base64");
      return [path, { headers: { ...headers, "content-length": bytes.length }, bytes }];
    }),
  );
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? "");
    if (!answer) return void response.writeHead(404).end();
    response.writeHead(200, answer.headers).end(answer.bytes);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
