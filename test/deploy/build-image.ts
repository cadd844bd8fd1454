import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyNode, type Image, npmSettings, run } from './image.js';

/** An image that buildah has already; otherwise deploy/Dockerfile is built. */
const GIVEN = process.env.IMAGE;

export function canBuild(): boolean {
  return process.getuid?.() === 0 && ['buildah', 'mmdebstrap'].every((name) => existsSync(`/usr/bin/${name}`));
}

export function buildImage(folder: string): Image {
  const name = GIVEN ?? buildDockerfile(folder);
  const container = run('buildah', 'from', name);
  const tree = run('buildah', 'mount', container);
  return {
    config: JSON.parse(run('buildah', 'inspect', '--type', 'image', name)).Docker.config,
    root: tree,
    mounts: [
      `mount --bind ${tree} ${tree}`,
      ...['proc', 'dev'].map((name) => `mount --rbind /${name} ${tree}/${name}`),
      `mount -o remount,bind,ro ${tree}`,
    ],
    remove: () => run('buildah', 'rm', container),
  };
}

const build = (...words: string[]) => run('buildah', 'bud', '--isolation', 'chroot', '--format', 'docker', ...words);

function buildDockerfile(folder: string): string {
  buildBases(folder);
  const bases = ['BUILD', 'RUN'].flatMap((name) => [
    '--build-arg',
    `${name}_IMAGE=localhost/postrider-test-${name.toLowerCase()}`,
  ]);
  const trust = existsSync('/etc/ssl/certs') ? ['--volume', '/etc/ssl/certs:/etc/ssl/certs:ro'] : [];
  const npmrc = join(folder, 'npmrc');
  const settings = Object.entries(npmSettings()).map(([name, value]) => `${name}=${value}`);
  writeFileSync(npmrc, settings.join('\n'));
  const secret = ['--secret', `id=npmrc,src=${npmrc}`];
  build(...bases, ...trust, ...secret, '--file', 'deploy/Dockerfile', '--tag', 'localhost/postrider-test', '.');
  return 'localhost/postrider-test';
}

/** Base images of Debian's packages and npm's `node`, because a test must not depend on a registry of images. */
function buildBases(folder: string): void {
  const context = join(folder, 'bases');
  mkdirSync(context);
  run('mmdebstrap', '--variant=minbase', '--quiet', 'bookworm', join(context, 'base.tar'));
  copyNode(join(context, 'node'));
  const lines = ['FROM scratch AS run', 'ADD base.tar /', 'FROM run AS build', 'COPY node /'];
  writeFileSync(join(context, 'Dockerfile'), lines.join('\n'));
  for (const target of ['run', 'build']) build('--target', target, '-t', `localhost/postrider-test-${target}`, context);
}
