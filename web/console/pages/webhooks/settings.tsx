import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useChange } from '../../api/use-change.js';
import {
  DeleteWebhook,
  RotateWebhookSecret,
  type RotateWebhookSecretMutation,
  UpdateWebhook,
  type WebhookReach,
} from '../../generated/documents.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { TextField } from '../../parts/forms/field.js';
import { Form, SaveButton } from '../../parts/forms/form.js';
import { SecretOnce } from '../../parts/forms/secret-once.js';
import { useMay } from '../../state/viewer.js';
import { EVENT_TYPES } from '../../texts/event-types.js';
import { formatTime } from '../../texts/format.js';
import { detail } from './detail-texts.js';
import type { WebhookDetail } from './states.js';
import { words as listWords } from './texts.js';
import { chosenTypes, FIELD_LABELS, TypeChoice } from './type-choice.js';

const words = detail.settings;

interface SettingsProps {
  readonly webhook: WebhookDetail;
}

interface ReachableSettingsProps extends SettingsProps {
  readonly reach: WebhookReach;
}

export function Settings({ webhook, reach }: ReachableSettingsProps) {
  const mayReadAudit = useMay('AUDIT_READ');
  return (
    <div className="stack settings">
      <ChangeForm webhook={webhook} reach={reach} />
      <SecretSection webhook={webhook} />
      <SkipSection webhook={webhook} />
      <DeleteSection webhook={webhook} />
      {mayReadAudit && <Link href={`/audit?on=${webhook.id}`}>{words.history}</Link>}
    </div>
  );
}

function ChangeForm({ webhook: { id: webhookId, url, description, types }, reach }: ReachableSettingsProps) {
  const change = useChange(UpdateWebhook);
  const save = (form: FormData) => {
    const chosen = chosenTypes(form);
    const input = {
      webhookId,
      url: String(form.get('url')).trim(),
      description: String(form.get('description')),
      // Types that are left out stay as they are, so naming every type lifts a restriction.
      types: chosen ?? (types === null ? null : EVENT_TYPES),
    };
    return change.run({ input });
  };
  return (
    <section className="card" aria-labelledby="change">
      <h2 id="change">{words.change}</h2>
      <Form change={change} labels={FIELD_LABELS} onSubmit={save}>
        <TextField
          label={listWords.form.url}
          hint={listWords.form.urlHints[reach]}
          name="url"
          type="url"
          required
          defaultValue={url}
        />
        <TextField
          label={listWords.form.description}
          hint={listWords.form.descriptionHint}
          name="description"
          defaultValue={description ?? ''}
        />
        <TypeChoice types={types} />
        <SaveButton change={change} />
      </Form>
    </section>
  );
}

function SecretSection({ webhook: { id: webhookId } }: SettingsProps) {
  const [made, setMade] = useState<{ readonly secret: string; readonly sentence: string } | null>(null);
  const show = ({ rotateWebhookSecret }: RotateWebhookSecretMutation) => {
    const { secret, previousSecretUntil = null } = rotateWebhookSecret ?? {};
    const { use, until } = listWords.secret;
    const sentence = previousSecretUntil ? `${use} ${until(formatTime(new Date(previousSecretUntil)))}` : use;
    if (secret) setMade({ secret, sentence });
  };
  return (
    <section className="card" aria-labelledby="secret">
      <h2 id="secret">{words.secret}</h2>
      <p>{words.secretHow}</p>
      <ConfirmButton
        button={words.rotate}
        title={words.rotate}
        action={words.rotate}
        tone="primary"
        mutation={RotateWebhookSecret}
        input={(idempotencyKey) => ({ webhookId, idempotencyKey })}
        onDone={show}
      >
        <p>{words.secretHow}</p>
        <p>{words.secretTwice}</p>
      </ConfirmButton>
      {made && <SecretOnce title={listWords.secret.title} {...made} onDone={() => setMade(null)} />}
    </section>
  );
}

function SkipSection({ webhook: { id: webhookId, behind } }: SettingsProps) {
  const [isDone, setDone] = useState(false);
  return (
    <section className="card" aria-labelledby="skip">
      <h2 id="skip">{words.skip}</h2>
      <p role="status">{isDone && behind === 0 ? words.skipped : words.skipHow(behind)}</p>
      {behind > 0 && (
        <ConfirmButton
          button={words.skipButton(behind)}
          look="danger"
          title={words.skip}
          action={words.skipButton(behind)}
          mutation={UpdateWebhook}
          input={() => ({ webhookId, status: 'ACTIVE' as const, skipBacklog: true })}
          onDone={() => setDone(true)}
        >
          <p>{words.skipSure(behind)}</p>
        </ConfirmButton>
      )}
    </section>
  );
}

function DeleteSection({ webhook: { id: webhookId, behind } }: SettingsProps) {
  const [, navigate] = useLocation();
  return (
    <section className="card" aria-labelledby="delete">
      <h2 id="delete">{words.remove}</h2>
      <p>{words.removeHow}</p>
      <ConfirmButton
        button={words.removeButton}
        look="danger"
        title={words.removeButton}
        action={words.removeButton}
        mutation={DeleteWebhook}
        input={() => ({ webhookId })}
        onDone={() => navigate('/webhooks')}
      >
        <p>{words.removeSure(behind)}</p>
      </ConfirmButton>
    </section>
  );
}
