import './phones.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { type PhoneRowFragment, Phones } from '../../generated/documents.js';
import { Facts } from '../../parts/facts.js';
import { Button, WriteButton } from '../../parts/forms/buttons.js';
import { Empty } from '../../parts/lists/empty.js';
import { Moment } from '../../parts/moment.js';
import { News } from '../../parts/news.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { isLost, isOff } from '../../parts/states/phones.js';
import { Sandbox } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { useMay } from '../../state/viewer.js';
import { ConnectPhone } from './connect-phone.js';
import { isInSandbox, PhoneState, usePhones } from './phone-state.js';
import { words } from './texts.js';

export function PhonesPage() {
  const answer = useAnswer(Phones, {});
  const phones = usePhones(answer);
  const mayManage = useMay('SESSIONS_MANAGE');
  /** What the dialog connects: a phone of the list, or a new one. */
  const [connecting, setConnecting] = useState<PhoneRowFragment | 'new' | null>(null);
  const connected = phones.filter(({ state }) => state === 'CONNECTED').length;
  const sentence = phones.length > 0 ? words.sentence(connected, phones.length, phones.filter(isLost).length) : '';
  const connect = mayManage && (
    <Button look="primary" onClick={() => setConnecting('new')}>
      {words.connect}
    </Button>
  );
  return (
    <Page
      title={words.title}
      sentence={answer.data && (sentence || null)}
      question={{ query: Phones, variables: {} }}
      actions={phones.length > 0 && connect}
    >
      <Panel answer={answer} height="14rem">
        {() =>
          phones.length === 0 ? (
            <Empty title={words.none} how={words.noneHow}>
              {connect}
            </Empty>
          ) : (
            <ul className="phones plain">
              {phones.map((phone) => (
                <PhoneCard key={phone.id} phone={phone} onConnect={setConnecting} />
              ))}
            </ul>
          )
        }
      </Panel>
      {answer.data && <News words={sentence} />}
      {connecting && (
        <ConnectPhone
          phone={connecting === 'new' ? null : connecting}
          onClose={() => {
            setConnecting(null);
            answer.reload();
          }}
        />
      )}
    </Page>
  );
}

interface PhoneCardProps {
  readonly phone: PhoneRowFragment;
  readonly onConnect: (phone: PhoneRowFragment) => void;
}

/** A phone with what is known of it, and the one button that brings it back if it is lost. */
function PhoneCard({ phone, onConnect }: PhoneCardProps) {
  const mayManage = useMay('SESSIONS_MANAGE');
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
          <WriteButton of={name} onClick={() => onConnect(phone)}>
            {state === 'SCAN_QR' ? words.buttons.scan : words.buttons.connect}
          </WriteButton>
        </div>
      )}
    </li>
  );
}
