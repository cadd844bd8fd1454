/**
 * Builds the program from nothing and packs it: `npm run package -- [FOLDER]` writes `postrider-VERSION.tgz` there.
 *
 * The tarball has a package.json of its own, without dependencies, because the build has put them into the program;
 * sbom.cdx.json lists them.
 */
import { execFileSync, execSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.js';

const ROOT = resolve(import.meta.dirname, '..');
const PACKED = join(ROOT, 'dist/package');
/** Of `dist`; the rest are single modules, which tests import, and what the build remembers. */
const BUILT = ['main.js', 'main.js.map', 'commit', 'program', 'app', 'browser', 'pages', 'design'];
const BESIDE = ['docs', 'schema.graphql', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'];

rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
execSync('npm run --silent build', { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
mkdirSync(PACKED);
for (const name of BUILT) cpSync(join(ROOT, 'dist', name), join(PACKED, 'dist', name), { recursive: true });
for (const stamp of globSync('dist/*/.built-from', { cwd: PACKED })) rmSync(join(PACKED, stamp));
for (const name of BESIDE) cpSync(join(ROOT, name), join(PACKED, name), { recursive: true });
writeJson('package.json', packageJson());
writeJson('sbom.cdx.json', billOfMaterials());
const target = resolve(process.argv[2] ?? ROOT);
mkdirSync(target, { recursive: true });
execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: PACKED, stdio: 'inherit' });

function packageJson() {
  const { name, version, description, license, type, bin, engines, optionalDependencies, repository } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  return { name, version, description, license, repository, type, bin, engines, optionalDependencies };
}

function writeJson(name, value) {
  writeFileSync(join(PACKED, name), `${JSON.stringify(value, null, 2)}\n`);
}
