import type { GatewayCheck } from '../../../domain/sms/gateway.js';
import { unreachable } from '../../wire/checks.js';
import { type BindKind, openLink } from './bind.js';
import type { SmppOptions } from './options.js';
import { COMMAND, EMPTY, STATUS } from './pdu.js';
import { RESPONSE_BODY } from './receive.js';

/** By the answer to a bind. */
const REFUSALS: Readonly<Record<string, string>> = {
  ESME_RINVPASWD: 'the password is wrong',
  ESME_RINVSYSID: 'the system_id is unknown',
  ESME_RINVSYSTYP: 'the system_type is wrong',
  // Some SMSCs give this answer for every refusal.
  ESME_RBINDFAIL: 'system_id or password is wrong, or the account has reached its limit of binds',
};

type Settings = Pick<SmppOptions, 'address' | 'account' | 'bind' | 'times'>;

/**
 * Opens a connection of its own: bind, enquire_link, unbind. It binds as transmitter, so that the SMSC does not send
 * receipts to a connection that cannot store them, and as transceiver only if the account does not allow that.
 */
export async function checkCentre(settings: Settings, signal: AbortSignal): Promise<GatewayCheck> {
  const asTransmitter = await checkBind('transmitter', settings, signal);
  const mayBeTransmitter = asTransmitter.kind !== 'misunderstood' || settings.bind === 'transmitter_receiver';
  return mayBeTransmitter ? asTransmitter : checkBind('transceiver', settings, signal);
}

async function checkBind(kind: BindKind, settings: Settings, signal: AbortSignal): Promise<GatewayCheck> {
  const { address, account, times } = settings;
  const opened = await openLink(
    {
      kind,
      address,
      account,
      times,
      onDeliver: (request, on) => on.respond(request, STATUS.temporaryError, RESPONSE_BODY),
    },
    signal,
  );
  if ('fault' in opened) return explain(opened.fault, address.tls);
  const { link } = opened;
  const reply = await link.request(COMMAND.enquireLink, EMPTY, times.enquireTimeoutMs, signal);
  if (reply.kind === 'answered') await link.request(COMMAND.unbind, EMPTY, times.enquireTimeoutMs, signal);
  link.close('UNBOUND');
  return reply.kind === 'answered' ? { kind: 'works', credit: null } : unreachable(reply.code);
}

function explain(fault: string, tls: boolean): GatewayCheck {
  const refusal = REFUSALS[fault];
  if (refusal) return { kind: 'refused', reason: `${refusal} (${fault})` };
  if (fault === 'ESME_RALYBND') {
    return { kind: 'works', credit: null, note: 'the account is bound already, so the password was not checked' };
  }
  if (/^(ESME_|0x)/.test(fault))
    return { kind: 'misunderstood', reason: `it answers a bind with ${fault}: ask its operator` };
  if (fault === 'GARBAGE') {
    const guess = tls ? '' : '; perhaps it needs "tls": true';
    return { kind: 'misunderstood', reason: `it does not speak SMPP: check host and port${guess}` };
  }
  return unreachable(fault);
}
