import type {
  CallbackRequest,
  GatewayReport,
  LookupResult,
  OutgoingSms,
  ParsedCallback,
  SmsGateway,
  SubmitResult,
} from '../../../domain/sms/gateway.js';
import type { InboundSms } from '../../../domain/sms/inbound/inbound-sms.js';
import { encodeUcs2 } from '../../../domain/sms/inbound/long-texts/alphabets.js';
import { partFields } from '../../../domain/sms/inbound/long-texts/parts.js';
import { type Call, createCalls, type Exchange, isSuccess, parseJson } from '../../wire/calls.js';
import { checkCredit, creditIn } from '../../wire/checks.js';
import { safeRawCode, safeRawWords } from '../../wire/raw-words.js';
import { entriesBy, refusedAsWhole } from '../results.js';
import type { HttpGatewayOptions } from './options.js';
import {
  balanceWire,
  callbackEnvelope,
  inboundWire,
  isAuthentic,
  lookupWire,
  MAX_REPORTS_PER_CALLBACK,
  messagesBody,
  rawCodeOf,
  reportOutcome,
  reportWire,
  resultsEnvelope,
  resultWire,
  settledOutcome,
  signedHeaders,
  submitOutcome,
} from './wire.js';

/** In the contract /balance is optional. */
const WITHOUT_BALANCE = new Set([404, 405, 501]);

/** A gateway that implements the contract in wire.ts. */
export function createHttpGateway(name: string, { baseUrl, secret, capabilities }: HttpGatewayOptions): SmsGateway {
  const calls = createCalls();

  function call(request: Pick<Call, 'method' | 'body' | 'signal'>, path: string): Promise<Exchange> {
    return calls.call({ ...request, url: baseUrl + path, headers: signedHeaders(secret, request.body ?? '') });
  }

  const gateway: SmsGateway = {
    name,
    capabilities: {
      idempotentReference: capabilities.idempotent_reference,
      lookup:
        capabilities.lookup_settle_seconds === null ? null : { settleSeconds: capabilities.lookup_settle_seconds },
      reportsCarryReference: capabilities.reports_carry_reference,
    },

    async submit(messages, signal) {
      return submitResults(messages, await call({ method: 'POST', body: messagesBody(messages), signal }, '/messages'));
    },

    async balance(signal) {
      return creditIn(await call({ method: 'GET', signal }, '/balance'), balanceWire);
    },

    async check(signal) {
      const exchanged = await call({ method: 'GET', signal }, '/balance');
      if (exchanged.kind === 'answered' && WITHOUT_BALANCE.has(exchanged.status)) {
        return { kind: 'works', credit: null, note: 'the gateway has no /balance, so the secret was not checked' };
      }
      return checkCredit(exchanged, balanceWire);
    },

    parseReport(request) {
      return parseCallback(secret, request);
    },

    stop: calls.stop,
  };
  if (!gateway.capabilities.lookup) return gateway;
  return {
    ...gateway,
    async lookup(references, signal) {
      const body = JSON.stringify({ references });
      return lookupResults(references, await call({ method: 'POST', body, signal }, '/lookup'));
    },
  };
}

function submitResults(messages: readonly OutgoingSms[], exchanged: Exchange): SubmitResult[] {
  const refused = refusedAsWhole(messages, exchanged);
  if (refused) return refused;
  const entries = entriesBy(referenceOf, resultWire, resultsIn(exchanged));
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

/**
 * Leaves out references that the gateway did not answer: null would mean "never seen", and the message be sent again.
 */
function lookupResults(references: readonly string[], exchanged: Exchange): LookupResult[] {
  if (exchanged.kind !== 'answered' || !isSuccess(exchanged.status)) return [];
  const entries = entriesBy(referenceOf, lookupWire, resultsIn(exchanged));
  return references.flatMap((reference) => {
    const entry = entries.get(reference);
    if (!entry) return [];
    const outcome = entry.result === null ? null : settledOutcome(entry.result, entry);
    return [{ reference, outcome, ...(entry.provider_id === undefined ? {} : { providerId: entry.provider_id }) }];
  });
}

const referenceOf = ({ reference }: { readonly reference: string }) => reference;

function resultsIn(exchanged: Exchange): readonly unknown[] {
  return (exchanged.kind === 'answered' && resultsEnvelope.safeParse(exchanged.body).data?.results) || [];
}

/** Entries that break the contract are dropped and counted in the answer: the gateway would repeat them unchanged. */
function parseCallback(secret: string, request: CallbackRequest): ParsedCallback | null {
  if (request.method !== 'POST' || !isAuthentic(secret, request.headers, request.rawBody)) return null;
  const envelope = callbackEnvelope.safeParse(parseJson(request.rawBody));
  if (!envelope.success) return null;
  const { reports: told, messages: sent } = envelope.data;
  const entries = told.length + sent.length;
  if (entries > MAX_REPORTS_PER_CALLBACK) return { reports: [], answer: jsonAnswer(413, TOO_MANY) };
  const reports = told.flatMap(parseReport);
  const messages = sent.flatMap(parseInbound);
  const accepted = reports.length + messages.length;
  return { reports, messages, answer: jsonAnswer(200, { accepted, ignored: entries - accepted }) };
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

function parseInbound(entry: unknown): InboundSms[] {
  const parsed = inboundWire.safeParse(entry);
  if (!parsed.success) return [];
  const { id: key, from, to, text, sent_at: sentAt, part } = parsed.data;
  const fields = part && partFields({ ...part, alphabet: 'ucs2', octets: encodeUcs2(text) });
  return [{ key, from, to, text, ...fields, ...(sentAt !== undefined && { sentAt }) }];
}
