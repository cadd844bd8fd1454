import '../support/programs/plain-node.ts';
import { parseArgs } from 'node:util';
import { CannotRun, type Check, inScene, type Scene } from './scene.ts';

const { clocks } = await import('./clocks.js');
const { diskFull } = await import('./disk-full.js');
const { soak } = await import('./soak.js');
const { upgrade } = await import('./upgrade.js');

/**
 * `npm run trouble -- <scenario> [options]`: ends with 0 when everything is well, 1 when not, 2 when it cannot run
 * here.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Clocks go wrong for a moment only. */
    short: { type: 'boolean', default: false },
    /** Which disk runs full: that of the tables or that of the log. */
    disk: { type: 'string', default: 'data' },
    /** The version to come from. */
    from: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});

const SCENARIOS: Readonly<Record<string, (scene: Scene) => Promise<Check[]>>> = {
  clocks: (scene) => clocks(scene, { wrongForMs: options.short ? 2_500 : 10_000 }),
  'disk-full': (scene) => diskFull(scene, options.disk === 'log' ? 'log' : 'data'),
  soak: (scene) => soak(scene, { minutes: Number(options.minutes) }),
  upgrade: (scene) => upgrade(scene, { from: options.from }),
};

const [name = '', ...rest] = positionals;
const scenario = SCENARIOS[name];
if (!scenario || rest.length > 0) {
  console.error(`Which one? There are: ${Object.keys(SCENARIOS).join(', ')}.`);
  process.exit(1);
}
try {
  const checks = await inScene(scenario);
  console.log(options.json ? JSON.stringify(checks) : formatTable(checks));
  process.exitCode = checks.every(({ met }) => met) ? 0 : 1;
} catch (error) {
  console.error(error instanceof CannotRun ? `This cannot run here: ${error.message}.` : error);
  // What called the installation may still be at it, and would go on for ever.
  process.exit(error instanceof CannotRun ? 2 : 1);
}

function formatTable(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ what }) => what.length));
  return checks.map(({ what, found, met }) => `${met ? 'ok   ' : 'WRONG'}  ${what.padEnd(width)}  ${found}`).join('\n');
}
