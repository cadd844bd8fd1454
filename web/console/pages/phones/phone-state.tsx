import { useState } from 'react';
import type { Answer } from '../../api/use-answer.js';
import { PhoneChanged, type PhoneRowFragment, type PhonesQuery, type SessionState } from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';
import { Moment } from '../../parts/moment.js';
import { isLost, reasonOf } from '../../parts/states/phones.js';
import { type Look, Status } from '../../parts/states/status.js';
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
function inOrder(phones: readonly PhoneRowFragment[]): readonly PhoneRowFragment[] {
  return phones.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name));
}

export function StateWord({ state }: { readonly state: SessionState }) {
  return <Status look={LOOKS[state]}>{words.states[state]}</Status>;
}

export function PhoneState({ phone }: { readonly phone: PhoneRowFragment }) {
  const reason = phone.state === 'SCAN_QR' && !isLost(phone) ? words.scan : reasonOf(phone);
  return (
    <div>
      <p>
        <StateWord state={phone.state} />{' '}
        <span className="quiet">
          {words.since} <Moment at={phone.stateSince} isRelative={false} />
        </span>
      </p>
      {reason && <p className="quiet">{reason}</p>}
    </div>
  );
}

/** All phones, each in the newest state that the server has told. */
export function usePhones({ data, reload }: Answer<PhonesQuery>): readonly PhoneRowFragment[] {
  const [changed, setChanged] = useState<ReadonlyMap<string, PhoneRowFragment>>(new Map());
  const listed = data?.sessions.nodes ?? [];
  useLive(
    PhoneChanged,
    {},
    {
      onData: (results) => {
        const phones = results.map(({ sessionStatusChanged: phone }) => phone);
        setChanged((before) => new Map([...before, ...phones.map((phone) => [phone.id, phone] as const)]));
        if (phones.some(({ id }) => !listed.some((one) => one.id === id))) reload();
      },
      poll: reload,
    },
  );
  return inOrder(listed.map((phone) => newer(phone, changed.get(phone.id))));
}

export const newer = (phone: PhoneRowFragment, changed: PhoneRowFragment | undefined): PhoneRowFragment =>
  changed && changed.updatedAt > phone.updatedAt ? changed : phone;
