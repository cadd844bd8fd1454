import { useChange } from '../../api/use-change.js';
import { type DeliveryRowFragment, RedeliverDelivery } from '../../generated/documents.js';
import { Facts } from '../../parts/facts.js';
import { Button, WriteButton } from '../../parts/forms/buttons.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { Moment } from '../../parts/moment.js';
import { wireType } from '../../texts/event-types.js';
import { formatNumber } from '../../texts/format.js';
import { causeOf } from './cause.js';
import { detail } from './detail-texts.js';
import { DeliveryStatus, NextTry } from './states.js';

const words = detail.delivery;

interface DeliveryDialogProps {
  readonly webhookId: string;
  /** Missing if the address names a delivery that the page of the list does not have. */
  readonly delivery: DeliveryRowFragment | undefined;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** One delivery: what was posted, what the endpoint answered, and Post again. */
export function DeliveryDialog({ webhookId, delivery, onChange, onClose }: DeliveryDialogProps) {
  const redeliver = useChange(RedeliverDelivery);
  const close = <Button onClick={onClose}>{words.close}</Button>;
  if (!delivery) {
    return (
      <Dialog title={detail.deliveries.title} onClose={onClose}>
        <p>{detail.deliveries.gone}</p>
        <div className="buttons">{close}</div>
      </Dialog>
    );
  }
  const { sequence, type, event, attempts } = delivery;
  const isAgainUnderWay = delivery.status === 'WAITING' && attempts === 0;
  const postAgain = () => void redeliver.run({ input: { webhookId, sequence } }).then(onChange);
  return (
    <Dialog title={words.title(wireType(type), sequence)} onClose={onClose}>
      <Outcome delivery={delivery} />
      <h3>{words.answer}</h3>
      <Answer delivery={delivery} />
      <h3>{words.body}</h3>
      {event ? <pre className="body">{JSON.stringify(event.payload, null, 2)}</pre> : <p>{words.noBody}</p>}
      <FormErrors refusal={redeliver} />
      <p role="status">{isAgainUnderWay && words.isWaiting}</p>
      <div className="buttons">
        {close}
        <WriteButton look="primary" isRunning={redeliver.isRunning} onClick={() => !redeliver.isRunning && postAgain()}>
          {words.again}
        </WriteButton>
      </div>
    </Dialog>
  );
}

function Outcome({ delivery }: { readonly delivery: DeliveryRowFragment }) {
  const { status, attempts, attemptedAt, nextAttemptAt, durationMs, eventId } = delivery;
  return (
    <Facts
      facts={{
        [detail.deliveries.columns.status]: <DeliveryStatus status={status} />,
        [words.attempts]: formatNumber(attempts),
        [words.attemptedAt]: <Moment at={attemptedAt} />,
        [words.duration]: detail.ms(durationMs),
        [words.nextAttemptAt]: nextAttemptAt && <NextTry at={nextAttemptAt} />,
        [words.event]: <code>{eventId}</code>,
      }}
    />
  );
}

function Answer({ delivery }: { readonly delivery: DeliveryRowFragment }) {
  const { status, responseStatus, responseBody, error } = delivery;
  if (responseStatus === null && error === null) return <p>{words.noAnswer}</p>;
  const cause = status === 'DELIVERED' ? null : causeOf({ responseStatus, error });
  return (
    <>
      {cause && (
        <p>
          <strong>{cause.what}</strong> {cause.advice}
        </p>
      )}
      {status === 'DELIVERED' && <p>{detail.answeredWith(responseStatus ?? 200)}</p>}
      {responseStatus !== null &&
        (responseBody ? <pre className="body">{responseBody}</pre> : <p className="quiet">{words.emptyAnswer}</p>)}
    </>
  );
}
