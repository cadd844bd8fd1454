import { beginSpan, currentSpan } from '../../lib/trace/tracing.js';

/** Sends a statement within a span, if the work that sends it has one. The values of its parameters are in no span. */
export function traced(text: unknown, send: () => unknown): unknown {
  const parent = currentSpan();
  if (!parent?.place.isSampled || typeof text !== 'string') return send();
  const name = nameOf(text);
  const sent = send();
  // Statements with a callback are those of the pool.
  if (!(sent instanceof Promise)) return sent;
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  const span = beginSpan({ name, kind: 'client', attributes, parent: parent.place });
  sent.then(
    () => span?.end(),
    (error: { readonly code?: unknown }) => {
      span?.fail(String(error.code ?? 'failed'));
      span?.end();
    },
  );
  return sent;
}

const WRITE = /\b(INSERT INTO|UPDATE|DELETE FROM) (\w+)/;
const READ = /\bFROM (\w+)/;

const names = new Map<string, string>();

/** What a statement does to which table: the first one that it writes, or else the first one that it reads. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = describe(text);
    // SET LOCAL has the id of an organisation, so its texts are not constants.
    if (name !== 'SET') names.set(text, name);
  }
  return name;
}

function describe(text: string): string {
  const [word = ''] = text.trimStart().split(/[\s;]/, 1);
  const [, verb, written] = WRITE.exec(text) ?? [];
  if (verb) return `${verb.split(' ')[0]} ${written}`;
  const [, read] = READ.exec(text) ?? [];
  return read ? `SELECT ${read}` : word.toUpperCase();
}
