import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import { type OutcomeFragment, RetryCampaign } from '../../generated/documents.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { DownloadButton } from '../../parts/lists/download-button.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { NOT_ARRIVED, notArrivedOf, totalOf } from '../../parts/states/counts.js';
import { StatusWord } from '../../parts/states/status.js';
import { useMay } from '../../state/viewer.js';
import { formatNumber, formatPercent } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { cutForRetry, hasMoreToSendAgain, isSentAgain, type Retry } from './retries.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

interface CampaignReasonsProps {
  readonly campaign: Campaign;
  readonly outcomes: readonly OutcomeFragment[];
  /** Undefined until they are known. */
  readonly retries: readonly Retry[] | undefined;
}

/** Why messages did not arrive, the most frequent reason first, and what to do about each. */
export function CampaignReasons({ campaign, outcomes, retries }: CampaignReasonsProps) {
  const id = useId();
  const columns = useColumns(campaign, retries !== undefined && hasMoreToSendAgain(outcomes, retries));
  const rows = outcomes
    .filter(({ status }) => NOT_ARRIVED.includes(status))
    .toSorted((one, other) => other.count - one.count);
  return (
    <section aria-labelledby={id} className="stack">
      <div className="section-head">
        <h2 id={id}>{words.reasons.title}</h2>
        {rows.length > 1 && (
          <DownloadButton
            label={words.reasons.downloadAll}
            rows={{ what: 'CAMPAIGN_MESSAGES', campaignId: campaign.id, statuses: NOT_ARRIVED }}
          />
        )}
      </div>
      {notArrivedOf(campaign.counts) === 0 ? (
        <p className="quiet">{words.reasons.none(campaign.counts)}</p>
      ) : (
        <Table caption={words.reasons.title} columns={columns} rows={rows} keyOf={keyOf} />
      )}
    </section>
  );
}

const keyOf = ({ status, code }: OutcomeFragment) => `${status} ${code.code}`;
const nameOf = ({ code, name }: OutcomeFragment['code']) => `${code} ${name}`;

function useColumns(campaign: Campaign, mayRetry: boolean): readonly Column<OutcomeFragment>[] {
  const [path] = useLocation();
  const maySend = useMay('SMS_SEND');
  const names = words.reasons.columns;
  const total = totalOf(campaign.counts);
  return [
    {
      name: names.reason,
      isHeader: true,
      cell: ({ code, status }) => (
        <div className="outcome-reason">
          <strong>{nameOf(code)}</strong> <StatusWord status={status} />
          <p className="quiet">{code.meaning}</p>
        </div>
      ),
    },
    { name: names.count, isNumber: true, cell: ({ count }) => formatNumber(count) },
    { name: text.list.share, isNumber: true, cell: ({ count }) => formatPercent(Math.min(1, count / total)) },
    { name: names.todo, cell: ({ recommendedAction }) => recommendedAction ?? words.reasons.nothingToDo },
    {
      name: names.actions,
      cell: ({ status, count, code }) => (
        <div className="outcome-actions">
          <Link className="button quiet" href={`${path}?status=${status.toLowerCase()}&code=${code.code}#recipients`}>
            {words.reasons.show}
            <span className="visually-hidden"> {nameOf(code)}</span>
          </Link>
          <DownloadButton
            label={words.reasons.download}
            of={nameOf(code)}
            look="quiet"
            rows={{
              what: 'CAMPAIGN_MESSAGES',
              campaignId: campaign.id,
              statuses: [status],
              deliveryCodes: [code.code],
            }}
          />
          {maySend && mayRetry && isSentAgain({ code }) && (
            <RetryButton campaign={campaign} code={code.code} count={count} of={nameOf(code)} />
          )}
        </div>
      ),
    },
  ];
}

interface RetryButtonProps {
  readonly campaign: Pick<Campaign, 'id' | 'name'>;
  readonly code: number;
  readonly count: number;
  /** What is sent again, for people who hear the button away from its row. */
  readonly of: string;
}

function RetryButton({ campaign: { id: campaignId, name }, code, count, of }: RetryButtonProps) {
  const [, navigate] = useLocation();
  return (
    <ConfirmButton
      button={words.reasons.retry}
      of={of}
      look="quiet"
      title={words.actions.retryTitle(count)}
      action={words.actions.retryButton(count)}
      keep={words.actions.back}
      tone="primary"
      mutation={RetryCampaign}
      input={(idempotencyKey) => ({
        campaignId,
        name: name && words.actions.retryName(cutForRetry(name)),
        deliveryCodes: [code],
        idempotencyKey,
      })}
      onDone={({ retryCampaign }) => retryCampaign?.campaign && navigate(`/campaigns/${retryCampaign.campaign.id}`)}
    >
      <p>{words.actions.retryHow}</p>
    </ConfirmButton>
  );
}
