import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { copyNode, type Image, type ImageConfig, inMountNamespace, npmSettings, ROOT } from './image.js';

/** A stage of the Dockerfile, with the files that it adds to its base. */
interface Stage {
  readonly files: string;
  readonly config: ImageConfig;
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Follows deploy/Dockerfile without a builder of images. The system of this machine takes the place of the base images,
 * with Node and npm in /usr/local where the Dockerfile wants them.
 */
export function assembleImage(folder: string): Image {
  const context = copyContext(folder);
  const stages = new Map<string, Stage>();
  let stage = addStage(join(folder, 'none'));
  for (const [keyword, words] of readInstructions()) {
    const { config } = stage;
    switch (keyword) {
      case 'FROM': {
        const [base, , name = 'the image'] = words.split(' ');
        stage = addStage(join(folder, `stage-${stages.size}`));
        if (base?.includes('BUILD_IMAGE')) copyNode(stage.files);
        stages.set(name, stage);
        break;
      }
      case 'WORKDIR':
        config.WorkingDir = words;
        mkdirSync(join(stage.files, words), { recursive: true });
        break;
      case 'COPY': {
        const [, from, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(words) ?? [];
        copy(from === undefined ? context : (stages.get(from)?.files ?? ''), paths.split(' '), stage);
        break;
      }
      case 'RUN':
        runInStage(words.replaceAll(/--mount=\S+\s+/g, ''), stage);
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
  const { files, config } = stage;
  const mounts = [`mount --bind ${files} ${files}`, ...mountSystem(files), `mount -o remount,bind,ro ${files}`];
  return { config, root: files, mounts, remove: () => undefined };
}

const SYSTEM = ['bin', 'etc', 'lib', 'lib32', 'lib64', 'sbin', 'usr'];

function addStage(files: string): Stage {
  for (const name of ['usr/local', 'proc', 'dev', 'tmp', 'mnt']) mkdirSync(join(files, name), { recursive: true });
  for (const name of SYSTEM) {
    const entry = lstatSync(`/${name}`, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), join(files, name));
    else if (entry) mkdirSync(join(files, name), { recursive: true });
  }
  return { files, config: { Env: [`PATH=${PATH}`], WorkingDir: '/' } };
}

/** Commands that mount the system of this machine, read-only, below /usr/local of the stage. */
function mountSystem(files: string): string[] {
  const folders = SYSTEM.filter((name) => lstatSync(join(files, name), { throwIfNoEntry: false })?.isDirectory());
  return [
    // Out of the way while /usr is mounted.
    `mount --bind ${files}/usr/local ${files}/mnt`,
    ...folders.flatMap((name) => [
      `mount --rbind /${name} ${files}/${name}`,
      `mount -o remount,bind,ro ${files}/${name}`,
    ]),
    `mount --bind ${files}/mnt ${files}/usr/local`,
    ...['proc', 'dev'].map((name) => `mount --rbind /${name} ${files}/${name}`),
  ];
}

function readInstructions(): [keyword: string, words: string][] {
  const text = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
    .replaceAll(/^#.*$/gm, '')
    // Variants that add to the image.
    .replace(/^FROM production[\s\S]*/m, '')
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

/** A folder gives its content; a file goes into the target if that ends with a slash. */
function copy(from: string, paths: readonly string[], { files, config }: Stage): void {
  const target = paths.at(-1) ?? '';
  const place = join(files, resolve(config.WorkingDir, target));
  for (const path of paths.slice(0, -1)) {
    const source = join(from, path);
    const goesInto = statSync(source).isFile() && target.endsWith('/');
    cpSync(source, goesInto ? join(place, basename(path)) : place, { recursive: true, verbatimSymlinks: true });
  }
}

function runInStage(command: string, { files, config }: Stage): void {
  const script = [...mountSystem(files), `exec chroot ${files} sh -ec "cd ${config.WorkingDir}; $COMMAND"`];
  const [program = '', ...words] = inMountNamespace(script);
  const npm = Object.entries(npmSettings()).map(([name, value]) => [`NPM_CONFIG_${name.toUpperCase()}`, value]);
  const env = { PATH, HOME: '/tmp', COMMAND: command, ...Object.fromEntries(npm) };
  execFileSync(program, words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
