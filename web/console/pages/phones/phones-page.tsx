import './phones.css';
import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { type PhoneRowFragment, Phones } from '../../generated/documents.js';
import { Empty } from '../../parts/lists/empty.js';
import { News } from '../../parts/news.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { isLost } from '../../parts/states/lost-phones.js';
import { useMay } from '../../state/viewer.js';
import { ConnectPhone } from './connect-phone.js';
import { PhoneCard } from './phone-card.js';
import { words } from './texts.js';
import { usePhones } from './use-phones.js';

export function PhonesPage() {
  const answer = useAnswer(Phones, {});
  const phones = usePhones(answer);
  const mayManage = useMay('sessions:manage');
  /** What the dialog connects: a phone of the list, or a new one. */
  const [connecting, setConnecting] = useState<PhoneRowFragment | 'new' | null>(null);
  const connected = phones.filter(({ state }) => state === 'CONNECTED').length;
  const sentence = phones.length > 0 ? words.sentence(connected, phones.length, phones.filter(isLost).length) : '';
  const connect = mayManage && (
    <button type="button" className="button primary" onClick={() => setConnecting('new')}>
      {words.connect}
    </button>
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
