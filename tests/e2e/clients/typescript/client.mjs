// One conversation with the official TypeScript client: connects, lists, calls what it is told, prints what it saw.
// Usage: node client.mjs URL TOKEN CALLS, where CALLS is JSON: [[tool, arguments], …]. A URL that ends in /sse means HTTP+SSE.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, token, calls] = process.argv.slice(2);
const client = new Client({ name: "e2e-typescript", version: "1.0.0" });
const Transport = url.endsWith("/sse") ? SSEClientTransport : StreamableHTTPClientTransport;
const transport = new Transport(new URL(url), {
  requestInit: { headers: { Authorization: `Bearer ${token}` } },
});
// The transport is told the version that was agreed on; the SSE one keeps it for itself.
let agreed;
const tell = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = (version) => {
  agreed = version;
  tell?.(version);
};
await client.connect(transport);
const report = {
  serverInfo: client.getServerVersion(),
  protocolVersion: agreed,
  tools: (await client.listTools()).tools,
  results: [],
};
for (const [name, args] of JSON.parse(calls)) {
  report.results.push(await client.callTool({ name, arguments: args }));
}
await client.ping();
await client.close();
console.log(JSON.stringify(report));
