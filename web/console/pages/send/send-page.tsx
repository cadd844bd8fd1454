import { useAnswer } from '../../api/use-answer.js';
import { SendPage as SendPageDocument } from '../../generated/documents.js';
import { Page } from '../../parts/page.js';
import { useMay, useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { SendForm } from './send-form.js';
import './send.css';
import { words } from './texts.js';

export function SendPage() {
  const withSenders = useMay('SENDERS_MANAGE');
  const answer = useAnswer(SendPageDocument, { withSenders });
  const maySend = useMay('SMS_SEND');
  const isKnown = useViewer() !== null;
  if (isKnown && !maySend) {
    return (
      <Page title={words.title}>
        <Forbidden />
      </Page>
    );
  }
  return <SendForm answer={answer} />;
}

function Forbidden() {
  return (
    <div className="note">
      <p>
        <strong>{text.failures.forbidden}</strong>
      </p>
      <p>{text.failures.forbiddenHow(text.roles.OPERATOR)}</p>
    </div>
  );
}
