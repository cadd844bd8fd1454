import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { type Setting, settings } from '../../src/config/settings.js';

const ROOT = resolve(import.meta.dirname, '../..');
const DEPLOY = join(ROOT, 'deploy');
const textOf = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: these documents have the types of other programs.
type Document = any;

function documentsOf(path: string): Document[] {
  return parseAllDocuments(textOf(path), { merge: true, strict: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

/** A secret may also be the content of a file, whose path is in NAME_FILE. */
const KNOWN = new Map(
  Object.values<Setting>(settings)
    .filter(({ hidden }) => !hidden)
    .flatMap((setting) => [
      [setting.name, setting.schema] as const,
      ...(setting.secret ? [[`${setting.name}_FILE`, null] as const] : []),
    ]),
);

/** What the program would refuse or ignore of this environment. */
function faultsOf(environment: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!KNOWN.has(name)) return [`${name} is no setting`];
    const text = String(value);
    // Compose replaces these and docs/production.md names them; an empty value counts as not set.
    if (text.startsWith('${')) return [];
    return KNOWN.get(name)?.safeParse(text).success === false ? [`${name} cannot be "${text}"`] : [];
  });
}

const routes = readFileSync(join(ROOT, 'src/http/metrics/health.ts'), 'utf8');
const isRoute = (path: string) => routes.includes(`app.get('${path}'`);

/** Beyond the time in which a process ends by itself. */
const MARGIN_SECONDS = 5;

function commandsOf(words: readonly string[]): string | undefined {
  const command = words.join(' ');
  return ['migrate', 'serve --role api', 'serve --role worker'].find((known) => known === command);
}

describe('compose.yaml', () => {
  const [compose] = documentsOf('compose.yaml');
  const ours: [string, Document][] = Object.entries<Document>(compose.services).filter(([name]) =>
    /^(?:api|worker|migrate)/.test(name),
  );

  it('starts a migration, two API processes and two workers, with settings that the program knows', () => {
    expect(ours.map(([, { command }]) => commandsOf(command))).toEqual([
      'migrate',
      ...['serve --role api', 'serve --role api', 'serve --role worker', 'serve --role worker'],
    ]);
    for (const [, { environment }] of ours) expect(faultsOf(environment)).toEqual([]);
  });

  it.each(ours)('gives %s no more than it needs, and time to drain', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    const timeout = service.environment.SHUTDOWN_TIMEOUT_SECONDS;
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(timeout + MARGIN_SECONDS);
  });

  it('hands every secret over as a file that it declares', () => {
    for (const [, { environment, secrets }] of ours) {
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      expect(files.map(([, path]) => basename(String(path))).sort()).toEqual([...secrets].sort());
      for (const name of secrets) expect(compose.secrets).toHaveProperty(name);
    }
  });

  it('lets the proxy reach the processes at the port on which they listen', () => {
    const configuration = textOf('haproxy.cfg');
    const servers = [...configuration.matchAll(/^\s+server (\S+) (\S+):(\d+)$/gm)];
    expect(servers.map(([, , host, port]) => [host, port])).toEqual([
      ['api-1', settings.port.default],
      ['api-2', settings.port.default],
    ]);
    const [, listens] = /^\s+bind :(\d+)$/m.exec(configuration) ?? [];
    expect(compose.services.proxy.ports[0]).toMatch(new RegExp(`:${listens}$`));
  });

  it('takes a process that stops out of the proxy before it closes its port', () => {
    const configuration = textOf('haproxy.cfg');
    const [, path = ''] = /^\s+option httpchk GET (\S+)$/m.exec(configuration) ?? [];
    expect([path, isRoute(path)]).toEqual(['/readyz', true]);
    const [, seconds, failures] = /inter (\d+)s fall (\d+)/.exec(configuration) ?? [];
    for (const [, { environment }] of ours)
      expect(environment.SHUTDOWN_GRACE_SECONDS).toBeGreaterThanOrEqual(Number(seconds) * Number(failures) + 1);
  });
});

describe('quickstart.yaml', () => {
  const [{ services, configs }] = documentsOf('quickstart.yaml');
  const { postgres, postrider, caddy } = services;

  it('is two services without a domain, and Caddy with one', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'postrider', 'caddy']);
    expect([postgres.profiles, postrider.profiles, caddy.profiles]).toEqual([undefined, undefined, ['tls']]);
    expect(caddy.command.at(-1)).toBe(`postrider:${settings.port.default}`);
    expect(postrider.ports).toEqual([expect.stringMatching(new RegExp(`^127.0.0.1:.+:${settings.port.default}$`))]);
  });

  it('gives the program settings that it knows, no more than it needs, and time to drain', () => {
    expect(faultsOf(postrider.environment)).toEqual([]);
    expect(postrider).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    const timeout = postrider.environment.SHUTDOWN_TIMEOUT_SECONDS;
    expect(Number.parseInt(postrider.stop_grace_period, 10)).toBeGreaterThanOrEqual(timeout + MARGIN_SECONDS);
  });

  it('makes every secret at the first start, and none at the next', () => {
    const folder = mkdtempSync(join(tmpdir(), 'postrider-secrets-'));
    const script = postgres.command[0]
      .replaceAll('$$', '$')
      .replace('cd /secrets', `cd ${folder}`)
      .replace('chown postgres', 'chown "$(id --user)"')
      .replace('exec docker-entrypoint.sh postgres', '');
    const start = () => {
      execFileSync('bash', ['-euc', script]);
      return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    };
    const made = start();
    const wanted = Object.entries<string>(postrider.environment).filter(([name]) => name.endsWith('_FILE'));
    for (const [, path] of wanted) expect(made[basename(path)]?.length).toBeGreaterThanOrEqual(64);
    expect(made.password).toMatch(/^[0-9a-f]{64}$/);
    expect(made.database_url).toBe(`postgres://postrider:${made.password}@postgres:5432/postrider\n`);
    expect(configs.role.content).toContain('/secrets/password');
    expect(statSync(join(folder, 'postgres_password')).mode & 0o777).toBe(0o400);
    expect(start()).toEqual(made);
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('kubernetes', () => {
  const documents = ['settings', 'migrate', 'api', 'worker'].flatMap((name) => documentsOf(`kubernetes/${name}.yaml`));
  const ofKind = (kind: string) => documents.filter((document) => document.kind === kind);
  const [{ data }] = ofKind('ConfigMap');
  const deployments: [string, Document][] = ofKind('Deployment').map((one) => [one.metadata.name, one.spec]);
  const podOf = (spec: Document) => spec.template.spec;

  it('has a Job, two Deployments of two pods each and a Service, with settings that the program knows', () => {
    expect(faultsOf(data)).toEqual([]);
    const workloads = [...ofKind('Job'), ...ofKind('Deployment')].map(({ spec }) => spec);
    expect(workloads.map((spec) => commandsOf(podOf(spec).containers[0].args))).toEqual([
      'migrate',
      'serve --role api',
      'serve --role worker',
    ]);
    for (const spec of workloads) {
      const [container] = podOf(spec).containers;
      expect(
        faultsOf(Object.fromEntries((container.env ?? []).map(({ name, value }: Document) => [name, value]))),
      ).toEqual([]);
      expect(container.envFrom).toEqual([{ configMapRef: { name: 'postrider' } }]);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(podOf(spec).securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65534 });
      const [{ mountPath }] = container.volumeMounts;
      for (const name of Object.keys(data).filter((one) => one.endsWith('_FILE')))
        expect(data[name]).toMatch(`${mountPath}/`);
    }
    expect(deployments.map(([, { replicas }]) => replicas)).toEqual([2, 2]);
  });

  it.each(deployments)('probes %s at addresses that exist, and stops it in order', (_name, spec) => {
    const { terminationGracePeriodSeconds, containers } = podOf(spec);
    const [{ ports, startupProbe, livenessProbe, readinessProbe }] = containers;
    const numbers = Object.fromEntries(ports.map(({ name, containerPort }: Document) => [name, containerPort]));
    expect(numbers).toEqual({ http: Number(settings.port.default), metrics: Number(data.METRICS_PORT) });
    const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet);
    for (const { path, port } of paths) expect([isRoute(path), port]).toEqual([true, 'http']);
    expect(paths.map(({ path }) => path)).toEqual(['/livez', '/livez', '/readyz']);
    const { periodSeconds, failureThreshold } = readinessProbe;
    expect(Number(data.SHUTDOWN_GRACE_SECONDS)).toBeGreaterThanOrEqual(periodSeconds * failureThreshold + 1);
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      Number(data.SHUTDOWN_TIMEOUT_SECONDS) + MARGIN_SECONDS,
    );
  });

  it('names in kustomization.yaml what it has, and only that', () => {
    const [{ resources, images, patches }] = documentsOf('kubernetes/kustomization.yaml');
    expect(resources).toEqual(['settings.yaml', 'migrate.yaml', 'api.yaml', 'worker.yaml']);
    expect(images.map(({ name }: Document) => name)).toEqual(['postrider']);
    for (const { target, patch } of patches) {
      const patched = documents.find(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
      for (const { path } of parseAllDocuments(patch)[0]?.toJS() ?? []) {
        const steps = path
          .slice(1)
          .split('/')
          .map((step: string) => step.replace('~1', '/'));
        expect([path, steps.reduce((at: Document, step: string) => at?.[step], patched)]).not.toContain(undefined);
      }
    }
  });

  it('selects pods that exist, and opens each port to one namespace alone', () => {
    const labels = deployments.map(([, { template }]) => template.metadata.labels);
    const selectors = [
      ...deployments.map(([, { selector }]) => selector.matchLabels),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ];
    expect(selectors).toEqual([...labels, ...labels, ...labels]);
    expect(ofKind('Service').map(({ spec }) => spec.selector)).toEqual([labels[0]]);
    for (const { spec } of ofKind('NetworkPolicy')) {
      expect(spec.policyTypes).toEqual(['Ingress']);
      const opened = spec.ingress.map(({ ports, from }: Document) => [ports[0].port, ports.length, from?.length]);
      expect(opened).toContainEqual(['metrics', 1, 1]);
      for (const [, ports, from] of opened) expect([ports, from]).toEqual([1, 1]);
    }
  });
});

describe('systemd', () => {
  const units = globSync('systemd/*.service', { cwd: DEPLOY }).sort();
  /** Every value of each key, whatever its section. */
  const parse = (path: string) => {
    const values: Record<string, string[]> = {};
    for (const line of textOf(path).split('\n')) {
      const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (key !== undefined && value !== undefined) values[key] = [...(values[key] ?? []), value];
      else expect(line).toMatch(/^(?:$|#|\[(?:Unit|Service|Install)\]$)/);
    }
    return values;
  };

  it('has a unit for the migration and each role', () => {
    expect(units.map((path) => basename(path))).toEqual([
      'postrider-api.service',
      'postrider-migrate.service',
      'postrider-worker.service',
    ]);
  });

  it.each(units)('%s starts the program with its memory flags and settings that it knows', (path) => {
    const unit = parse(path);
    const [command = ''] = unit.ExecStart ?? [];
    const [, flag, words = ''] =
      /--max-semi-space-size=(\d+) --heap-growing-percent=60 \S+\/dist\/main\.js (.+)$/.exec(command) ?? [];
    expect(path).toContain(commandsOf(words.split(' '))?.split(' ').at(-1));
    expect(flag).toBe(words.endsWith('worker') ? '32' : '8');
    const pairs = (unit.Environment ?? []).flatMap((line) => line.split(' ')).map((pair) => pair.split('='));
    const environment = Object.fromEntries(pairs);
    expect(faultsOf(environment)).toEqual([]);
    const credentials = (unit.LoadCredential ?? []).map((line) => line.split(':')[0]);
    expect([environment.DATABASE_URL_FILE, environment.SECRET_KEY_FILE]).toEqual(
      credentials.map((name) => `%d/${name}`),
    );
    expect(unit).toMatchObject({ DynamicUser: ['yes'], ProtectSystem: ['strict'], CapabilityBoundingSet: [''] });
    if (words === 'migrate') return;
    expect(Number(unit.TimeoutStopSec)).toBeGreaterThanOrEqual(
      Number(environment.SHUTDOWN_TIMEOUT_SECONDS) + MARGIN_SECONDS,
    );
  });

  it('gives processes of one machine ports of their own', () => {
    const ports = units.flatMap((path) => textOf(path).match(/(?<=\b(?:METRICS_)?PORT=)\d+/g) ?? []);
    expect([ports.length, new Set(ports).size]).toEqual([4, 4]);
  });
});

describe('the image', () => {
  const dockerfile = textOf('Dockerfile');

  it('listens, and is examined, where the program does; its settings are known', () => {
    const [, environment = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
    expect(faultsOf(Object.fromEntries(environment.split(' ').map((pair) => pair.split('='))))).toEqual([]);
    expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${settings.port.default}$`, 'm'));
    const [, path = ''] = /HEALTHCHECK[\s\S]*?127\.0\.0\.1:\$\{[^}]+\}(\/\w+)/.exec(dockerfile) ?? [];
    expect([path, isRoute(path)]).toEqual(['/livez', true]);
  });

  it('is built from files that exist', () => {
    const kept = readFileSync(join(ROOT, '.dockerignore'), 'utf8').match(/(?<=^!).+$/gm) ?? [];
    expect(kept.length).toBeGreaterThan(5);
    for (const path of kept) expect([path, globSync(path, { cwd: ROOT }).length]).toEqual([path, 1]);
  });

  it('starts with the flags that npm gives to Node', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const launched = textOf('launch.sh').replace('$young_generation', '8');
    expect(launched).toContain(scripts.postrider.replace('dist/', '/app/dist/'));
  });
});

describe('the workflows', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort();

  it.each(workflows)('%s pins its actions and states what it may do', (path) => {
    const workflow: Document = documentsOf(join('..', path))[0];
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const jobs = Object.values<Document>(workflow.jobs).filter(({ uses }) => uses === undefined);
    const used = textOf(join('..', path)).match(/(?<=uses: )[^.].+$/gm) ?? [];
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const job of jobs) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  it('release nothing that CI has not passed, and that no image was tried with', () => {
    const [{ jobs }] = documentsOf('../.github/workflows/release.yml');
    expect(jobs.ci).toEqual({ uses: './.github/workflows/ci.yml' });
    expect([jobs.packages.needs, jobs.images.needs, jobs.publish.needs]).toEqual(['ci', 'ci', ['packages', 'images']]);
    const commands = jobs.images.steps.map(({ run }: Document) => run);
    expect(commands).toContain('deploy/try-images.sh');
  });

  it('run what CI runs, and name no registry', () => {
    expect(workflows.map((path) => basename(path))).toEqual(['ci.yml', 'release.yml']);
    const texts = workflows.map((path) => readFileSync(join(ROOT, path), 'utf8'));
    expect(texts[0]).toContain('.ci/run');
    for (const text of [...texts, dockerfileText()]) expect(text).not.toMatch(/\b[\w-]+\.(?:io|com|org|dev)\//);
  });
});

const dockerfileText = () => textOf('Dockerfile');
