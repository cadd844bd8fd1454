import type { CallbackRequest, GatewayReport, ParsedCallback } from '../../../domain/sms/gateway.js';
import { parseJson } from '../../wire/parse-json.js';
import { safeRawCode } from '../../wire/raw-words.js';
import { isAuthentic } from './signature.js';
import { MAX_REPORTS_PER_CALLBACK, rawCodeOf, reportOutcome, reportsEnvelope, reportWire } from './wire.js';

/** Entries that break the contract are counted in the answer and dropped: sending them again would not mend them. */
export function parseCallback(secret: string, request: CallbackRequest): ParsedCallback | null {
  if (request.method !== 'POST' || !isAuthentic(secret, request.headers, request.rawBody)) return null;
  const envelope = reportsEnvelope.safeParse(parseJson(request.rawBody));
  if (!envelope.success) return null;
  const entries = envelope.data.reports;
  if (entries.length > MAX_REPORTS_PER_CALLBACK) return { reports: [], answer: jsonAnswer(413, TOO_MANY) };
  const reports = entries.flatMap(parseReport);
  return { reports, answer: jsonAnswer(200, { accepted: reports.length, ignored: entries.length - reports.length }) };
}

const TOO_MANY = {
  detail: `A call may have at most ${MAX_REPORTS_PER_CALLBACK} reports. None of these was stored.`,
  code: 'body_too_large',
};

function jsonAnswer(status: number, body: object): NonNullable<ParsedCallback['answer']> {
  return { status, body: JSON.stringify(body), contentType: 'application/json' };
}

function parseReport(entry: unknown): GatewayReport[] {
  const parsed = reportWire.safeParse(entry);
  if (!parsed.success) return [];
  const { reference, provider_id: providerId } = parsed.data;
  const outcome = reportOutcome(parsed.data);
  return [
    {
      outcome,
      ...(reference === undefined ? {} : { reference }),
      ...(providerId === undefined ? {} : { providerId }),
      ...safeRawCode(rawCodeOf(outcome, parsed.data)),
    },
  ];
}
