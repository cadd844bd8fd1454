import type { PhoneRowFragment, SessionState } from '../../generated/documents.js';
import { Moment } from '../../parts/moment.js';
import { type Look, Status } from '../../parts/states/status.js';
import { reasonOf } from '../../texts/phone-reasons.js';
import { words } from './texts.js';

const LOOKS: Readonly<Record<SessionState, Look>> = {
  FAILED: ['✕', 'not-arrived'],
  DISCONNECTED: ['↯', 'not-arrived'],
  STALLED: ['‖', 'held'],
  SCAN_QR: ['◷', 'held'],
  STARTING: ['◐', 'under-way'],
  CONNECTED: ['●', 'arrived'],
  STOPPED: ['–', 'cancelled'],
};

const ORDER = Object.keys(LOOKS);

/** Whether an engine is the sandbox, whose phones are made up. */
export const isSandbox = (engine: string): boolean => engine === 'sandbox';

export const isInSandbox = ({ test, engine }: PhoneRowFragment): boolean => test || isSandbox(engine);

/** Lost phones first, then by name. */
export function inOrder(phones: readonly PhoneRowFragment[]): readonly PhoneRowFragment[] {
  return phones.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name));
}

export function StateWord({ state }: { readonly state: SessionState }) {
  return <Status look={LOOKS[state]}>{words.states[state]}</Status>;
}

export function PhoneState({ phone }: { readonly phone: PhoneRowFragment }) {
  const reason = reasonOf(phone);
  return (
    <div>
      <p>
        <StateWord state={phone.state} />{' '}
        <span className="quiet">
          {words.since} <Moment at={phone.stateSince} />
        </span>
      </p>
      {reason && <p className="quiet">{reason}</p>}
    </div>
  );
}
