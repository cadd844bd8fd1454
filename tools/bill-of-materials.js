import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * What the program consists of, as CycloneDX: `dependencies` of package.json and all that these depend on, for every
 * platform. `npm sbom --omit dev` would leave out what a development dependency needs as well, GraphQL and pg among
 * them.
 */
export function billOfMaterials() {
  const words = ['sbom', '--package-lock-only', '--workspaces=false', '--sbom-format', 'cyclonedx'];
  const made = JSON.parse(execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }));
  const shipped = shippedPackages();
  const components = made.components.filter((one) => shipped.has(nameOf(one)));
  const kept = new Set([made.metadata.component, ...components].map((one) => one['bom-ref']));
  const dependencies = made.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
  // npm names it after the folder that it lies in.
  const component = { ...made.metadata.component, name: 'postrider' };
  return { ...made, metadata: { ...made.metadata, component }, components, dependencies };
}

/** `name@version`, as the lock file has them. */
function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  );
  return new Set(shipped.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`));
}

function nameOf({ name, group, version }) {
  return `${group ? `${group}/` : ''}${name}@${version}`;
}
