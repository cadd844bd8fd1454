import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { TestWebhook, type TestWebhookMutation } from '../../generated/documents.js';
import { Button, WriteButton } from '../../parts/forms/buttons.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { SelectField } from '../../parts/forms/field.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { EventTypeOptions, eventTypeOf } from '../../parts/states/event-type.js';
import { causeOf } from './cause.js';
import { detail } from './detail-texts.js';

const words = detail.test;

type Result = NonNullable<NonNullable<TestWebhookMutation['testWebhook']>['result']>;

export function TestDialog({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const test = useChange(TestWebhook);
  const [result, setResult] = useState<Result | null>(null);
  const post = async (form: FormData) => {
    setResult(null);
    const data = await test.run({ input: { webhookId, type: eventTypeOf(String(form.get('type'))) } });
    setResult(data?.testWebhook?.result ?? null);
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p className="quiet">{words.how}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!test.isRunning) void post(new FormData(event.currentTarget));
        }}
      >
        <SelectField label={words.type} name="type" defaultValue="sms_delivered">
          <EventTypeOptions />
        </SelectField>
        <FormErrors refusal={test} />
        <div role="status" className="test-result">
          {test.isRunning && words.waiting}
          {result && <TestResult result={result} />}
        </div>
        <div className="buttons">
          <Button onClick={onClose}>{detail.delivery.close}</Button>
          <WriteButton type="submit" look="primary" isRunning={test.isRunning}>
            {words.button}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  );
}

function TestResult({ result }: { readonly result: Result }) {
  const { delivered, responseStatus, responseBody, durationMs } = result;
  if (delivered) {
    return (
      <div className="note good">
        <p>
          <strong>{words.accepted(responseStatus ?? 200, durationMs)}</strong>
        </p>
        {responseBody && <pre className="body">{responseBody}</pre>}
      </div>
    );
  }
  const { what, advice } = causeOf(result);
  return (
    <div className="note failed">
      <p>
        <strong>{responseStatus === null ? what : words.refused(responseStatus, durationMs)}</strong> {advice}
      </p>
      {responseBody && <pre className="body">{responseBody}</pre>}
    </div>
  );
}
