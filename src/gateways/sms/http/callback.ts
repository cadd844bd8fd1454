import type { CallbackRequest, GatewayReport, ParsedCallback } from '../../../domain/ports.js';
import { parseJson } from '../../parse-json.js';
import { safeRawCode } from '../../raw-words.js';
import { isAuthentic } from './signature.js';
import { reportOutcome, reportsEnvelope, reportWire } from './wire.js';

/** Entries that break the contract are counted in the answer and dropped: sending them again would not mend them. */
export function parseCallback(secret: string, request: CallbackRequest): ParsedCallback | null {
  if (request.method !== 'POST' || !isAuthentic(secret, request.headers, request.rawBody)) return null;
  const envelope = reportsEnvelope.safeParse(parseJson(request.rawBody));
  if (!envelope.success) return null;
  const reports = envelope.data.reports.flatMap(parseReport);
  const ignored = envelope.data.reports.length - reports.length;
  return {
    reports,
    answer: {
      status: 200,
      body: JSON.stringify({ accepted: reports.length, ignored }),
      contentType: 'application/json',
    },
  };
}

function parseReport(entry: unknown): GatewayReport[] {
  const parsed = reportWire.safeParse(entry);
  if (!parsed.success) return [];
  const { reference, provider_id: providerId, raw_code: rawCode } = parsed.data;
  return [
    {
      outcome: reportOutcome(parsed.data),
      ...(reference === undefined ? {} : { reference }),
      ...(providerId === undefined ? {} : { providerId }),
      ...safeRawCode(rawCode),
    },
  ];
}
