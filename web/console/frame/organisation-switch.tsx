import { useViewer } from '../state/viewer.js';
import { text } from '../texts/text.js';

/** The name of the organisation, or a choice for people who belong to several. */
export function OrganisationSwitch() {
  const viewer = useViewer();
  if (!viewer?.organisation) return <span className="organisation" />;
  const { organisation, organisations } = viewer;
  if (organisations.length < 2)
    return (
      <span className="organisation" dir="auto" title={organisation.name}>
        {organisation.name}
      </span>
    );
  return (
    <select
      className="organisation"
      aria-label={text.frame.organisation}
      value={organisation.id}
      // A new page, so that nothing of one organisation is left on the screen of the other.
      onChange={({ target }) => location.assign(`/app/${target.value}`)}
    >
      {organisations.map(({ organisationId, name }) => (
        <option key={organisationId} value={organisationId} dir="auto">
          {name}
        </option>
      ))}
    </select>
  );
}
