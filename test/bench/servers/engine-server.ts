/** Stands for a chat engine that takes every text under a new id; bare, so that it costs the least that one could. */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const delayMs = Number(process.env.DELAY_MS);
let taken = 0;

const server = createServer(async (request, response) => {
  request.resume();
  await new Promise((resolve) => request.once('end', resolve));
  if (request.url === '/readyz') return void response.end('ready');
  if (delayMs > 0) await sleep(delayMs);
  taken += 1;
  response.writeHead(201, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ id: `true_254711000000@c.us_BENCH${taken}` }));
});

// The callers' connections are to stay open, so that nobody measures handshakes.
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
