/** A webhook receiver that takes everything, and tells how many it took and over what time; as bare as one can be. */
import { createServer } from 'node:http';

let taken = 0;
let firstAt = 0;
let lastAt = 0;

const server = createServer(async (request, response) => {
  request.resume();
  await new Promise((resolve) => request.once('end', resolve));
  if (request.url === '/readyz') return void response.end('ready');
  if (request.method === 'GET') {
    response.end(JSON.stringify({ taken, ms: lastAt - firstAt }));
    return;
  }
  if (request.method === 'DELETE') taken = 0;
  else {
    lastAt = performance.now();
    if (taken === 0) firstAt = lastAt;
    taken += 1;
  }
  response.writeHead(204).end();
});

// The callers' connections are to stay open, so that nobody measures handshakes.
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
