import { useState } from 'react';
import { useLocation } from 'wouter';
import { newKey, useChange } from '../../api/use-change.js';
import { CreateWebhook as CreateWebhookDocument, type WebhooksQuery } from '../../generated/documents.js';
import { TextField } from '../../parts/forms/field.js';
import { DialogForm } from '../../parts/forms/form.js';
import { SecretOnce } from '../../parts/forms/secret-once.js';
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
  return (
    <DialogForm
      title={words.create}
      change={change}
      labels={FIELD_LABELS}
      action={words.create}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label={words.form.url}
        hint={words.form.urlHints[installation.webhookReach]}
        name="url"
        type="url"
        required
        autoComplete="off"
      />
      <TextField label={words.form.description} hint={words.form.descriptionHint} name="description" />
      <TypeChoice types={null} />
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
    </DialogForm>
  );
}
