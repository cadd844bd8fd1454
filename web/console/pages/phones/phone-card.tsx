import { Link } from 'wouter';
import type { PhoneRowFragment } from '../../generated/documents.js';
import { Facts } from '../../parts/facts.js';
import { RowButton } from '../../parts/lists/row-button.js';
import { Moment } from '../../parts/moment.js';
import { isOff } from '../../parts/states/lost-phones.js';
import { Sandbox } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { useMay } from '../../state/viewer.js';
import { isInSandbox, PhoneState } from './phone-state.js';
import { words } from './texts.js';

interface PhoneCardProps {
  readonly phone: PhoneRowFragment;
  readonly onConnect: (phone: PhoneRowFragment) => void;
}

/** A phone with what is known of it, and the one button that brings it back if it is lost. */
export function PhoneCard({ phone, onConnect }: PhoneCardProps) {
  const mayManage = useMay('sessions:manage');
  const { id, name, state, engine, phoneNumber, confirmedAt } = phone;
  const isPretended = isInSandbox(phone);
  const needsHand = isOff(phone) || state === 'STOPPED';
  return (
    <li className={`card phone${isPretended ? ' sandbox' : ''}`}>
      <div className="phone-name">
        <h2>
          <Link href={`/phones/${id}`}>
            <Typed>{name}</Typed>
          </Link>
        </h2>
        {isPretended && <Sandbox />}
      </div>
      <p>{phoneNumber ?? <span className="quiet">{words.noNumber}</span>}</p>
      <PhoneState phone={phone} />
      <Facts
        look="phone-facts quiet"
        facts={{
          [words.facts.engine]: engine,
          [words.facts.confirmed]: confirmedAt && state === 'CONNECTED' ? <Moment at={confirmedAt} /> : '–',
          [words.groups.title]: (
            <Link href={`/phones/${id}#groups`}>
              {words.groups.show}
              <span className="visually-hidden"> {words.groups.shown(name)}</span>
            </Link>
          ),
        }}
      />
      {mayManage && needsHand && (
        <div className="row-actions">
          <RowButton
            label={state === 'SCAN_QR' ? words.buttons.scan : words.buttons.connect}
            of={name}
            onPress={() => onConnect(phone)}
          />
        </div>
      )}
    </li>
  );
}
