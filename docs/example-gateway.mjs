// A gateway for Postrider: node example-gateway.mjs <port> <file with the secret> <PUBLIC_URL>/callbacks/<name>/reports
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, secretFile, reportsUrl] = process.argv.slice(2);
const secret = readFileSync(secretFile, 'utf8').trim();

function sign(timestamp, body) {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

function isAuthentic({ headers }, body) {
  const timestamp = headers['x-postrider-timestamp'] ?? '';
  const [given, right] = [headers['x-postrider-signature'] ?? '', sign(timestamp, body)].map((text) =>
    Buffer.from(text),
  );
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  return isRecent && given.length === right.length && timingSafeEqual(given, right);
}

/** Keep trying until Postrider has said 2xx: only then is the report stored. */
async function report(reports, waitMs = 1000) {
  const body = JSON.stringify({ reports });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = { 'x-postrider-timestamp': timestamp, 'x-postrider-signature': sign(timestamp, body) };
  const answer = await fetch(reportsUrl, { method: 'POST', headers, body }).catch(() => undefined);
  if (!answer?.ok) setTimeout(report, waitMs, reports, Math.min(waitMs * 2, 60_000));
}

/** Your carrier takes over here, with `text` and `sender_id`. This one takes all numbers that do not begin with 0. */
function take({ reference, to }) {
  if (to.startsWith('0')) return { reference, result: 'rejected', delivery_code: 403 };
  setTimeout(report, 100, [{ reference, status: 'delivered' }]);
  return { reference, result: 'accepted', provider_id: randomUUID() };
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const answer = (status, content) => response.writeHead(status).end(JSON.stringify(content));
  if (!isAuthentic(request, body)) return answer(401, { error: 'wrong signature' });
  if (request.url === '/balance') return answer(200, { balance: 100 });
  if (request.url === '/messages') return answer(200, { results: JSON.parse(body).messages.map(take) });
  return answer(404, { error: 'no such call' });
});
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`listening on ${server.address().port}\n`);
});
