import type { CallbackRequest, GatewayReport, ParsedCallback } from '../../../domain/ports.js';
import { safeRawCode } from '../../raw-words.js';
import { isSameSecret } from '../../same-secret.js';
import { reportOutcome } from './codes.js';

const MAX_ID_LENGTH = 200;

/** By the last part of the address. Opt-outs are only acknowledged: a gateway has no word for them yet. */
const READERS: ReadonlyMap<string, (form: URLSearchParams) => GatewayReport[]> = new Map([
  ['delivery-reports', readReport],
  ['opt-outs', () => []],
]);

/** Nothing is signed. What is authentic but makes no sense is taken as well: it would not get better by repetition. */
export function parseCallback(token: string, { method, path, rawBody }: CallbackRequest): ParsedCallback | null {
  const [given = '', name = '', ...more] = path.split('/');
  const isAuthentic = method === 'POST' && isSameSecret(given, token);
  const read = isAuthentic && more.length === 0 && READERS.get(name);
  return read ? { reports: read(new URLSearchParams(rawBody.toString('utf8'))) } : null;
}

function readReport(form: URLSearchParams): GatewayReport[] {
  const id = form.get('id') ?? '';
  const status = form.get('status') ?? '';
  const reason = form.get('failureReason') ?? '';
  const outcome = reportOutcome(status, reason);
  if (id === '' || id.length > MAX_ID_LENGTH || !outcome) return [];
  return [{ providerId: id, outcome, ...safeRawCode(reason === '' ? status : `${status} ${reason}`) }];
}
