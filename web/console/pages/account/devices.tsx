import { useChange } from '../../api/use-change.js';
import { type AccountQuery, EndPersonSession, SignOut } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { words } from './texts.js';

type Device = AccountQuery['viewer']['sessions'][number];

interface DevicesProps {
  readonly sessions: readonly Device[];
  readonly onChange: () => void;
}

/** Where the person is signed in, and how to end it. */
export function Devices({ sessions, onChange }: DevicesProps) {
  const end = useChange(EndPersonSession);
  const { columns } = words.devices;
  const endDevice = (sessionId: string) => {
    if (!end.isRunning) void end.run({ input: { sessionId } }).then(onChange);
  };
  const table: readonly Column<Device>[] = [
    {
      name: columns.device,
      isHeader: true,
      cell: ({ userAgent }) => <span title={userAgent ?? undefined}>{deviceName(userAgent)}</span>,
    },
    { name: columns.used, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
    { name: columns.from, cell: ({ lastUsedFrom }) => lastUsedFrom ?? null },
    { name: columns.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      name: words.devices.end,
      cell: ({ id, userAgent, current }) =>
        current ? (
          words.devices.current
        ) : (
          <WriteButton aria-label={words.devices.endThis(deviceName(userAgent))} onClick={() => endDevice(id)}>
            {words.devices.end}
          </WriteButton>
        ),
    },
  ];
  return (
    <section className="form" aria-labelledby="devices">
      <div className="list-head">
        <h2 id="devices">{words.devices.title}</h2>
        <ConfirmButton
          button={words.devices.everywhere}
          look="danger"
          title={words.devices.everywhere}
          action={words.devices.everywhere}
          mutation={SignOut}
          input={() => ({ everywhere: true })}
          onDone={() => location.assign('/sign-in')}
        >
          <p>{words.devices.everywhereHow(sessions.filter(({ current }) => !current).length)}</p>
        </ConfirmButton>
      </div>
      <Table caption={words.devices.title} columns={table} rows={sessions} />
      <FormErrors refusal={end} />
    </section>
  );
}

/** In this order, because browsers name those that they descend from as well. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

/** What people call a device. What it calls itself can be anything, so it is only a hint. */
function deviceName(userAgent: string | null): string {
  if (!userAgent) return words.devices.unknown;
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1];
  if (system) return words.devices.on(browser ?? words.devices.browser, system);
  return browser ?? words.devices.unknown;
}
