import { useId } from 'react';
import { Facts } from '../../parts/facts.js';
import { formatList, formatNumber } from '../../texts/format.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

const names = words.details;

export function CampaignDetails({ campaign }: { readonly campaign: Campaign }) {
  const id = useId();
  const { text, sample, reference, metadata, senderId, segments, gateways, pauseOnFailures } = campaign;
  const rendered = sample?.nodes[0]?.message?.text;
  return (
    <section aria-labelledby={id} className="stack">
      <h2 id={id}>{names.title}</h2>
      <div className="card stack">
        {text && <TextShown title={names.template} text={text} />}
        {rendered && rendered !== text && <TextShown title={names.sample} text={rendered} />}
        <Facts
          facts={{
            [names.id]: <code>{campaign.id}</code>,
            [names.sender]: senderId ?? names.defaultSender,
            [names.reference]: reference,
            [names.metadata]: metadata && <code>{JSON.stringify(metadata)}</code>,
            [names.segments]: formatNumber(segments),
            [names.gateways]: formatList(gateways),
            [names.pauseOnFailures]: pauseOnFailures ? names.yes : names.no,
          }}
        />
      </div>
    </section>
  );
}

function TextShown({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <p className="campaign-text" dir="auto">
        {text}
      </p>
    </div>
  );
}
