import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Image, type ImageConfig, inMountNamespace, ROOT, run, writeNpmrc } from './image.js';

/** A stage of the Dockerfile: a layer over folders that it does not change. */
interface Stage {
  readonly layer: string;
  readonly base: string;
  readonly config: ImageConfig;
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Follows deploy/Dockerfile without a builder of images. The root of this machine takes the place of the base images,
 * with npm's `node` in front of it where the Dockerfile wants Node.
 */
export function assembleImage(folder: string): Image {
  const context = copyContext(folder);
  const bases: Readonly<Record<string, string>> = {
    '${BUILD_IMAGE}': `${layNode(folder)}:/`,
    '${RUN_IMAGE}': '/',
  };
  const npmrc = writeNpmrc(folder);
  const stages = new Map<string, Stage>();
  let stage: Stage = { layer: '', base: '', config: { Env: [], WorkingDir: '/' } };
  for (const [keyword, words] of readInstructions()) {
    const { config } = stage;
    switch (keyword) {
      case 'FROM': {
        const [image = '', , name = 'the image'] = words.split(' ');
        const layer = join(folder, `stage-${stages.size}`);
        mkdirSync(layer);
        stage = { layer, base: bases[image] ?? '', config: { Env: [`PATH=${PATH}`], WorkingDir: '/' } };
        stages.set(name, stage);
        break;
      }
      case 'WORKDIR':
        config.WorkingDir = words;
        mkdirSync(join(stage.layer, words), { recursive: true });
        break;
      case 'COPY': {
        const [, from, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(words) ?? [];
        copy(from === undefined ? context : (stages.get(from)?.layer ?? ''), paths.split(' '), stage);
        break;
      }
      case 'RUN':
        runInStage(words.replaceAll(/--mount=\S+\s+/g, ''), stage, { folder, npmrc });
        break;
      case 'ENV':
        config.Env.push(...words.split(' '));
        break;
      case 'USER':
        config.User = words;
        break;
      case 'ENTRYPOINT':
        config.Entrypoint = JSON.parse(words);
        break;
      case 'CMD':
        config.Cmd = JSON.parse(words);
        break;
      case 'HEALTHCHECK':
        config.Healthcheck = { Test: ['CMD', ...JSON.parse(words.slice(words.indexOf('[')))] };
        break;
      case 'STOPSIGNAL':
        config.StopSignal = words;
        break;
      case 'ARG':
      case 'LABEL':
      case 'EXPOSE':
        break;
      default:
        throw new Error(`deploy/Dockerfile has ${keyword}, which only a builder of images can follow.`);
    }
  }
  const root = join(folder, 'root');
  mkdirSync(root);
  // Without an upper layer, an overlay cannot be written.
  const mounts = [`mount -t overlay overlay -o lowerdir=${stage.layer}:${stage.base} ${root}`];
  return { config: stage.config, files: stage.layer, root, mounts, remove: () => undefined };
}

function readInstructions(): [keyword: string, words: string][] {
  const text = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\s*\\\n\s*/g, ' ');
  return [...text.matchAll(/^(\w+) (.+)$/gm)].map(([, keyword = '', words = '']) => [keyword, words]);
}

/** The files that .dockerignore leaves to the build. */
function copyContext(folder: string): string {
  const context = join(folder, 'context');
  const kept = readFileSync(join(ROOT, '.dockerignore'), 'utf8').match(/(?<=^!).+$/gm) ?? [];
  for (const path of kept) cpSync(join(ROOT, path), join(context, path), { recursive: true });
  return context;
}

function layNode(folder: string): string {
  const layer = join(folder, 'node');
  const bin = join(layer, 'usr/local/bin');
  mkdirSync(bin, { recursive: true });
  cpSync(process.execPath, join(bin, 'node'));
  symlinkSync(join(run('npm', 'root', '--global'), 'npm/bin/npm-cli.js'), join(bin, 'npm'));
  return layer;
}

/** A folder gives its content; a file goes into the target if that ends with a slash. */
function copy(from: string, paths: readonly string[], { layer, config }: Stage): void {
  const target = paths.at(-1) ?? '';
  const place = join(layer, resolve(config.WorkingDir, target));
  for (const path of paths.slice(0, -1)) {
    const source = join(from, path);
    const goesInto = statSync(source).isFile() && target.endsWith('/');
    cpSync(source, goesInto ? join(place, basename(path)) : place, { recursive: true, verbatimSymlinks: true });
  }
}

function runInStage(
  command: string,
  { layer, base, config }: Stage,
  { folder, npmrc }: { readonly folder: string; readonly npmrc: string },
): void {
  const [root, work] = ['merged', 'work'].map((name) => join(folder, name));
  const script = [
    `mkdir -p ${root} ${work}`,
    `mount -t overlay overlay -o lowerdir=${base},upperdir=${layer},workdir=${work} ${root}`,
    ...['/proc', '/dev', '/etc/resolv.conf', '/etc/hosts'].map((path) => `mount --rbind ${path} ${root}${path}`),
    `touch ${root}/run/npmrc && mount --bind ${npmrc} ${root}/run/npmrc`,
    `exec chroot ${root} sh -ec "cd ${config.WorkingDir}; $COMMAND"`,
  ];
  const [program = '', ...words] = inMountNamespace(script);
  const env = { PATH, HOME: process.env.HOME ?? '/', COMMAND: command, NPM_CONFIG_USERCONFIG: '/run/npmrc' };
  execFileSync(program, words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
