import { useState } from 'react';
import { useLocation } from 'wouter';
import { newKey } from '../../api/new-key.js';
import { useChange } from '../../api/use-change.js';
import { CreateWebhook as CreateWebhookDocument, type WebhooksQuery } from '../../generated/documents.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { SecretOnce } from '../../parts/forms/secret-once.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';
import { chosenTypes, FIELD_LABELS, TypeChoice } from './type-choice.js';

interface CreateWebhookProps {
  readonly installation: WebhooksQuery['installation'];
  readonly onClose: () => void;
}

/** Asks for an endpoint, makes it, and shows its secret once. */
export function CreateWebhook({ installation, onClose }: CreateWebhookProps) {
  const [, navigate] = useLocation();
  const change = useChange(CreateWebhookDocument);
  const [idempotencyKey] = useState(newKey);
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  const create = async (form: FormData) => {
    const url = String(form.get('url')).trim();
    const description = String(form.get('description')).trim() || null;
    const test = form.has('test');
    const data = await change.run({ input: { url, description, types: chosenTypes(form), test, idempotencyKey } });
    const { webhook, secret } = data?.createWebhook ?? {};
    if (webhook && secret) setMade({ id: webhook.id, secret });
  };
  if (made) {
    return (
      <SecretOnce
        title={words.secret.title}
        sentence={words.secret.use}
        secret={made.secret}
        onDone={() => navigate(`/webhooks/${made.id}`)}
      />
    );
  }
  const { userErrors, isRunning } = change;
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) void create(new FormData(event.currentTarget));
        }}
      >
        <FormErrors refusal={change} labels={FIELD_LABELS} />
        <TextField
          label={words.form.url}
          hint={words.form.urlHints[installation.webhookReach]}
          name="url"
          type="url"
          required
          autoComplete="off"
          error={errorAt(userErrors, 'url')}
        />
        <TextField
          label={words.form.description}
          hint={words.form.descriptionHint}
          name="description"
          error={errorAt(userErrors, 'description')}
        />
        <TypeChoice types={null} error={errorAt(userErrors, 'types')} />
        <div>
          <label className="choice">
            <input
              type="checkbox"
              name="test"
              defaultChecked={installation.sandboxOnly}
              aria-describedby="webhook-test-hint"
            />
            {words.form.test}
          </label>
          <p className="quiet" id="webhook-test-hint">
            {words.form.testHint}
          </p>
        </div>
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {text.forms.cancel}
          </button>
          <WriteButton type="submit" className="button primary" isRunning={isRunning}>
            {words.create}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  );
}
