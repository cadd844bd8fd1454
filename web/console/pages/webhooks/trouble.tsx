import { useRef, useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { type DeliveryOutcomeFragment, UpdateWebhook } from '../../generated/documents.js';
import { Button, WriteButton } from '../../parts/forms/buttons.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { Moment } from '../../parts/moment.js';
import { useFocusKept } from '../../parts/page.js';
import { causeOf } from './cause.js';
import { detail } from './detail-texts.js';
import { RedeliverDialog } from './redeliver-dialog.js';
import { needsSomebody, type WebhookDetail } from './states.js';

interface TroubleProps {
  readonly webhook: WebhookDetail;
  readonly onChange: () => void;
}

/** Why an endpoint is failing, what waits for it, and what can be done. Nothing for an endpoint that is well. */
export function Trouble({ webhook, onChange }: TroubleProps) {
  const [isAgainOpen, setAgainOpen] = useState(false);
  return (
    <>
      {needsSomebody(webhook) && <Cause webhook={webhook} onChange={onChange} onPostAgain={() => setAgainOpen(true)} />}
      {/* It says what it has done, also when the endpoint is well by then. */}
      {isAgainOpen && <RedeliverDialog webhook={webhook} onDone={onChange} onClose={() => setAgainOpen(false)} />}
    </>
  );
}

interface CauseProps extends TroubleProps {
  readonly onPostAgain: () => void;
}

function Cause({ webhook, onChange, onPostAgain }: CauseProps) {
  const update = useChange(UpdateWebhook);
  const section = useRef<HTMLElement>(null);
  useFocusKept(section);
  const { id: webhookId, status, behind, nextAttemptAt } = webhook;
  const goOn = () => void update.run({ input: { webhookId, status: 'ACTIVE' } }).then(onChange);
  const last = lastFailureOf(webhook);
  const { cause } = detail;
  const isActive = status === 'ACTIVE';
  return (
    <section ref={section} className="note failed trouble" aria-labelledby="trouble">
      <h2 id="trouble">{isActive ? cause.title : cause.titleOff}</h2>
      {last && <LastFailure failure={last} />}
      <p>
        {isActive ? cause.waiting(behind) : cause.waitingOff(behind)}{' '}
        {isActive && nextAttemptAt && <NextAttempt at={nextAttemptAt} />}
      </p>
      <div className="actions">
        <WriteButton isRunning={update.isRunning} onClick={goOn}>
          {isActive ? cause.tryNow : cause.goOn}
        </WriteButton>
        <Button onClick={onPostAgain}>{cause.again}</Button>
      </div>
      <FormErrors refusal={update} />
    </section>
  );
}

function NextAttempt({ at }: { readonly at: string }) {
  if (new Date(at).getTime() <= Date.now()) return detail.cause.trying;
  return (
    <>
      {detail.cause.next} <Moment at={at} isAhead />.
    </>
  );
}

function LastFailure({ failure }: { readonly failure: DeliveryOutcomeFragment }) {
  const { attemptedAt, responseBody } = failure;
  const { what, advice } = causeOf(failure);
  return (
    <>
      <p>
        <strong>{what}</strong> {advice}
      </p>
      {responseBody && (
        <>
          <h3>{detail.cause.answer}</h3>
          <pre className="body">{responseBody}</pre>
        </>
      )}
      <p className="quiet">
        {detail.cause.tried} <Moment at={attemptedAt} />
      </p>
    </>
  );
}

/** The failed attempt that was made last. Of each status the server lists the newest event first. */
function lastFailureOf({ waiting, dead }: WebhookDetail): DeliveryOutcomeFragment | undefined {
  return [...waiting.nodes, ...dead.nodes]
    .filter(({ attempts }) => attempts > 0)
    .sort((one, other) => other.attemptedAt.localeCompare(one.attemptedAt))[0];
}
