import type { OrganisationSettingsFragment } from '../../generated/documents.js';
import { words } from './texts.js';

const { fields } = words;
const yesOrNo = (value: boolean): string => (value ? words.yes : words.no);

/** The settings for people who may not change them. */
export function OrganisationFacts({ organisation }: { readonly organisation: OrganisationSettingsFragment }) {
  const { name, timeZone, retentionDays, enforceSenderIds, pauseOnFailures } = organisation;
  return (
    <>
      <dl className="settings-list">
        <dt>{fields.name}</dt>
        <dd dir="auto">{name}</dd>
        <dt>{fields.timeZone}</dt>
        <dd>{timeZone}</dd>
        <dt>{fields.retentionDays}</dt>
        <dd>{words.days(retentionDays)}</dd>
        <dt>{fields.enforceSenderIds}</dt>
        <dd>{yesOrNo(enforceSenderIds)}</dd>
        <dt>{fields.pauseOnFailures}</dt>
        <dd>{yesOrNo(pauseOnFailures)}</dd>
      </dl>
      <p className="quiet">{words.readOnly}</p>
    </>
  );
}
