import type { LookupResult, OutgoingSms, SubmitResult } from '../../../domain/sms/gateway.js';
import { type Exchange, isSuccess } from '../../wire/calls.js';
import { safeRawWords } from '../../wire/raw-words.js';
import { refusedAsWhole } from '../refusals.js';
import { lookupWire, rawCodeOf, resultsEnvelope, resultWire, settledOutcome, submitOutcome } from './wire.js';

/** One result for every message, whatever came back. */
export function submitResults(messages: readonly OutgoingSms[], exchanged: Exchange): SubmitResult[] {
  const refused = refusedAsWhole(messages, exchanged);
  if (refused) return refused;
  const entries = entriesByReference(exchanged.kind === 'answered' && exchanged.body, resultWire);
  return messages.map((message) => {
    const entry = entries.get(message.reference);
    if (!entry) return { reference: message.reference, outcome: { kind: 'unknown' }, rawCode: 'NO_RESULT' };
    const outcome = submitOutcome(entry);
    return {
      reference: message.reference,
      outcome,
      ...(entry.provider_id === undefined ? {} : { providerId: entry.provider_id }),
      ...safeRawWords(message, rawCodeOf(outcome, entry), entry.raw_reason),
    };
  });
}

/** Only what the gateway said: a reference without an answer is left out, since null would mean "never seen". */
export function lookupResults(references: readonly string[], exchanged: Exchange): LookupResult[] {
  if (exchanged.kind !== 'answered' || !isSuccess(exchanged.status)) return [];
  const entries = entriesByReference(exchanged.body, lookupWire);
  return references.flatMap((reference) => {
    const entry = entries.get(reference);
    if (!entry) return [];
    const outcome = entry.result === null ? null : settledOutcome(entry.result, entry);
    return [{ reference, outcome, ...(entry.provider_id === undefined ? {} : { providerId: entry.provider_id }) }];
  });
}

interface EntrySchema<Entry> {
  safeParse(value: unknown): { success: true; data: Entry } | { success: false };
}

/** A reference that is answered twice has contradicted itself and counts as not answered. */
function entriesByReference<Entry extends { reference: string }>(
  body: unknown,
  schema: EntrySchema<Entry>,
): Map<string, Entry | null> {
  const entries = new Map<string, Entry | null>();
  const envelope = resultsEnvelope.safeParse(body);
  for (const result of envelope.success ? envelope.data.results : []) {
    const entry = schema.safeParse(result);
    if (entry.success) entries.set(entry.data.reference, entries.has(entry.data.reference) ? null : entry.data);
  }
  return entries;
}
