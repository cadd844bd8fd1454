import type { PhoneRowFragment, SessionState } from '../../generated/documents.js';
import { Moment } from '../../parts/moment.js';
import { reasonOf } from '../../texts/phone-reasons.js';
import { words } from './texts.js';

const LOOK: Readonly<Record<SessionState, readonly [sign: string, look: string]>> = {
  FAILED: ['✕', 'not-arrived'],
  DISCONNECTED: ['↯', 'not-arrived'],
  STALLED: ['‖', 'held'],
  SCAN_QR: ['◷', 'held'],
  STARTING: ['◐', 'under-way'],
  CONNECTED: ['●', 'arrived'],
  STOPPED: ['–', 'cancelled'],
};

const ORDER = Object.keys(LOOK);

/** Whether an engine is the sandbox, whose phones are made up. */
export const isSandbox = (engine: string): boolean => engine === 'sandbox';

export const isInSandbox = ({ test, engine }: PhoneRowFragment): boolean => test || isSandbox(engine);

/** Lost phones first, then by name. */
export function inOrder(phones: readonly PhoneRowFragment[]): readonly PhoneRowFragment[] {
  return phones.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name));
}

export function StateWord({ state }: { readonly state: SessionState }) {
  const [sign, look] = LOOK[state];
  return (
    <span className={`status ${look}`}>
      <span aria-hidden="true">{sign}</span> {words.states[state]}
    </span>
  );
}

/** The state with its beginning and its reason. */
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
