#!/usr/bin/env node
/**
 * How many messages a day fit on one PostgreSQL, and how many nodes of Citus more of them take:
 *
 *   node deploy/capacity.js --messages-a-day 5M --kept 90d
 *   node deploy/capacity.js --messages-a-day 50M --kept 90d --cores 16 --disk 8TB
 *
 *   --messages-a-day 5M   at most 10B: k, M and B are thousands, millions and billions
 *   --kept 90d            MESSAGE_RETENTION_DAYS
 *   --texts-kept 30d      RETENTION_DAYS; texts are redacted then, unless the message is deleted before
 *   --events-kept 30d     EVENT_RETENTION_DAYS
 *   --single 0%           share of messages that come by single sends; all others come in bulk calls of 10,000
 *   --posts 0             calls of webhooks for each message
 *   --peak 4              the busiest minute, in multiples of the average
 *   --cores 16            of one database server, for PostgreSQL alone
 *   --disk 8TB            of one database server
 *   --wal 200MB           write-ahead log that its disk takes a second
 *   --shards 32           citus.shard_count when the tables were distributed
 *   --standbys 1          streaming replicas of each database server
 *   --json                the figures for programs
 *   --help
 *
 * docs/scale.md explains the answer. Needs Node.js 20 or newer, and no package.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Measured on two busy cores in November 2026. Processor time in microseconds, sizes in bytes, both for each message. Replace what you have
 * measured yourself: `postrider doctor` says what a message takes on your disk.
 */
const MEASURED = {
  // Campaigns of 10,000 of one text, sandbox, PostgreSQL 18.4: 45 to 49 µs of PostgreSQL.
  // Through an HTTP gateway that reports by its own ids, in batches of 100: 100 (83 to 122) µs; by our reference 77 (65 to 86).
  // 18 bytes an event in rows of 500 (sandbox), below 25 in rows of 30. Log with a row for each event: 2,240 bytes.
  bulk: { database: 100, worker: 50, api: 16, wal: 1650, eventRows: 2 / 30, eventBytes: 50 },
  // Single sends of 20 organisations over 50 connections, sandbox: 770, 240 and 400 µs, 3.3 kB. The gateway's part is that of bulk calls.
  single: { database: 825, worker: 270, api: 410, wal: 3900, eventRows: 3, eventBytes: 570 },
  // One post to a webhook: docs/benchmarks.md.
  post: { database: 16, worker: 62, deliveryBytes: 220 },
  // 300,000 messages of `npm run fill`, when each number had an index entry, which took 80 bytes more of each in a campaign: texts with variables, references,
  // metadata; campaigns of one text take 800 bytes. An attempt takes 290. Redaction makes the tables 1.16 times as large (docs/benchmarks.md).
  bytes: { message: 1180, attempt: 290, afterRedaction: 1.16 },
  // 93 and 33 seconds for 1,000,000 messages, 3.4 for 1,000,000 rows of events, without the pauses (docs/benchmarks.md; events: 590,000 of them).
  // On busy cores PostgreSQL took 190 µs to redact a message, which is 1.5 times this figure.
  redaction: { seconds: 93e-6, database: 125, wal: 1390 },
  deletion: { seconds: 33e-6, database: 27, wal: 710 },
  eventDeletion: { seconds: 3.4e-6, database: 9.4, wal: 340 },
  // Campaigns of 10,000, sandbox, PostgreSQL 15.20: 43 µs; on Citus 13.2.2 with two nodes and CONNECT_TO_NODES 16 on the coordinator, 73 on nodes.
  citusBulk: { coordinator: 16 / 43, nodes: 73 / 43 },
  // Single sends: 1.4 + 7.8 ms with 32 shards, 1.25 + 7.05 ms with 8. A line through both.
  citusSingle: { coordinator: 1200, coordinatorShard: 6, nodes: 6800, nodesShard: 31 },
  // 40,000 old messages of an organisation redacted and deleted, pauses included: 17 s on one PostgreSQL, 26 to 29 s on a node.
  citusHousekeeping: 1.7,
};

/** Nobody has measured these: they are margins that we think prudent. */
const ASSUMED = {
  busyCores: 0.6,
  fullDisk: 0.7,
  // Organisations are not equally large, so the fullest node has more than its share.
  fullestNode: 1.25,
  // The share of the time that housekeeping works on each node, and its steps at once (`src/lib/async/run-paced.ts`), since one worker does it
  // for the whole installation.
  housekeeping: 0.1,
  housekeepingSteps: 5,
  largestServer: 64,
  connectionsOfProcess: 16,
};

const DAY_SECONDS = 86_400;
const MOST_MESSAGES = 1e10;

class UsageError extends Error {}

const DAYS = { units: { d: 1 }, least: 1, most: 3650, whole: true };

/** Those without a default must be given. */
const INPUTS = {
  'messages-a-day': { units: { k: 1e3, m: 1e6, b: 1e9 }, least: 1000, most: MOST_MESSAGES },
  kept: DAYS,
  'texts-kept': { ...DAYS, default: '30d' },
  'events-kept': { ...DAYS, default: '30d' },
  single: { units: { '%': 0.01 }, least: 0, most: 1, default: '0%' },
  posts: { least: 0, most: 100, default: '0' },
  peak: { least: 1, most: 1000, default: '4' },
  cores: { least: 1, most: 1024, whole: true, default: '16' },
  disk: { units: { gb: 1e9, tb: 1e12 }, least: 1e9, most: 1e15, default: '8TB' },
  wal: { units: { mb: 1e6, gb: 1e9 }, least: 1e6, most: 1e11, default: '200MB' },
  shards: { least: 1, most: 1024, whole: true, default: '32' },
  standbys: { least: 0, most: 10, whole: true, default: '1' },
};

/** Returns null for --help. */
function readInput(args) {
  const texts = Object.keys(INPUTS).map((name) => [name, { type: 'string' }]);
  const given = parse({
    args,
    options: { ...Object.fromEntries(texts), json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (given.help) return null;
  const numbers = Object.entries(INPUTS).map(([name, rule]) => {
    const text = given[name] ?? rule.default;
    if (text === undefined) throw new UsageError(`--${name} is missing.`);
    return [name, readNumber(name, text, rule)];
  });
  const {
    'messages-a-day': messages,
    kept: keptDays,
    'texts-kept': textDays,
    'events-kept': eventDays,
    ...others
  } = Object.fromEntries(numbers);
  return { messages, keptDays, textDays, eventDays, ...others, json: given.json === true };
}

function parse(config) {
  try {
    return parseArgs(config).values;
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function readNumber(name, text, { units = {}, least, most, whole: isWhole = false }) {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z%]*)$/i.exec(text.trim()) ?? [];
  const value = Number(digits) * (unit === '' ? 1 : units[unit.toLowerCase()]);
  if (Number.isNaN(value) || (isWhole && !Number.isInteger(value))) {
    const examples = Object.keys(units).map((word) => `5${word === 'd' ? word : word.toUpperCase()}`);
    const such = examples.length > 0 ? `, such as ${examples.join(' or ')}` : '';
    throw new UsageError(`--${name} must be a ${isWhole ? 'whole ' : ''}number${such}, not "${text}".`);
  }
  if (value < least || value > most) throw new UsageError(`--${name} must be from ${least} to ${most}, not ${value}.`);
  return value;
}

/** What a message costs on one PostgreSQL, in microseconds and bytes: when it is sent, and later when it is redacted and deleted. */
function costOfMessage(input) {
  const { bulk, single, post, bytes, redaction, deletion, eventDeletion } = MEASURED;
  const mix = (what) => (1 - input.single) * bulk[what] + input.single * single[what];
  const redacted = input.textDays < input.keptDays ? 1 : 0;
  const later = (what) => redacted * redaction[what] + deletion[what] + mix('eventRows') * eventDeletion[what];
  const growth = redacted ? bytes.afterRedaction : 1;
  return {
    database: mix('database') + input.posts * post.database,
    worker: mix('worker') + input.posts * post.worker,
    api: mix('api'),
    wal: mix('wal'),
    housekeepingDatabase: later('database'),
    housekeepingWal: later('wal'),
    housekeepingSeconds: later('seconds'),
    storedBytes: input.keptDays * (bytes.message + bytes.attempt) * growth,
    eventBytes: input.eventDays * (mix('eventBytes') + input.posts * post.deliveryBytes),
  };
}

/** Microseconds on the coordinator and on all nodes together. What is not a single send costs as many times more as a campaign does. */
function costOnCitus(input, cost) {
  const { citusBulk, citusSingle, single } = MEASURED;
  const others = cost.database - input.single * single.database;
  const ofSingle = (where) => input.single * (citusSingle[where] + citusSingle[`${where}Shard`] * input.shards);
  return {
    coordinator: others * citusBulk.coordinator + ofSingle('coordinator'),
    nodes: others * citusBulk.nodes + ofSingle('nodes'),
  };
}

function calculate(input) {
  const cost = costOfMessage(input);
  const average = input.messages / DAY_SECONDS;
  const peak = average * input.peak;
  const cores = (atPeak, always) => (peak * atPeak + average * always) / 1e6;
  const demand = {
    cores: cores(cost.database, cost.housekeepingDatabase),
    wal: peak * cost.wal + average * cost.housekeepingWal,
    stored: input.messages * (cost.storedBytes + cost.eventBytes),
  };
  const server = { cores: input.cores * ASSUMED.busyCores, wal: input.wal, stored: input.disk * ASSUMED.fullDisk };
  // How many steps of housekeeping are under way on average.
  const steps = average * cost.housekeepingSeconds;
  const one = {
    disk: demand.stored / server.stored,
    log: demand.wal / server.wal,
    processor: demand.cores / server.cores,
    housekeeping: steps / ASSUMED.housekeeping,
  };
  const [api, worker] = [processes(peak * cost.api), processes(peak * cost.worker)];
  return {
    perSecond: { average, peak },
    storedBytes: {
      messages: input.messages * cost.storedBytes,
      events: input.messages * cost.eventBytes,
      withStandbys: demand.stored * (1 + input.standbys),
    },
    demand,
    one: {
      shares: one,
      firstLimit: largest(one),
      mostADay: Object.fromEntries(Object.entries(one).map(([name, share]) => [name, input.messages / share])),
      isEnough: Math.max(...Object.values(one)) <= 1,
      // With as large a disk one PostgreSQL would do, if nothing else is a limit.
      diskNeeded: demand.stored / ASSUMED.fullDisk,
      isDiskAlone: Math.max(one.log, one.processor, one.housekeeping) <= 1,
    },
    citus: planNodes(input, { cost, cores, demand, server, steps }),
    programs: { api, worker, connections: (api + worker) * ASSUMED.connectionsOfProcess },
    billion: costOfBillion(input, cost),
  };
}

/** Two at least, so that one may fail. Each is one thread. */
function processes(microseconds) {
  return Math.max(2, Math.ceil(microseconds / 1e6 / ASSUMED.busyCores));
}

function planNodes(input, { cost, cores, demand, server, steps }) {
  const onCitus = costOnCitus(input, cost);
  const { citusBulk, citusHousekeeping } = MEASURED;
  const nodeCores = cores(onCitus.nodes, cost.housekeepingDatabase * citusBulk.nodes);
  const needed = {
    disk: (demand.stored / server.stored) * ASSUMED.fullestNode,
    log: (demand.wal / server.wal) * ASSUMED.fullestNode,
    processor: (nodeCores / server.cores) * ASSUMED.fullestNode,
    housekeeping: ((steps * citusHousekeeping) / ASSUMED.housekeeping) * ASSUMED.fullestNode,
  };
  const nodes = Math.max(2, ...Object.values(needed).map(Math.ceil));
  const coordinator = cores(onCitus.coordinator, cost.housekeepingDatabase * citusBulk.coordinator) / ASSUMED.busyCores;
  const housekeeping = (steps * citusHousekeeping) / ASSUMED.housekeepingSteps;
  const walls = { housekeeping, shards: nodes / input.shards, coordinator: coordinator / ASSUMED.largestServer };
  return {
    nodes,
    decidedBy: largest(needed),
    needed,
    coordinatorCores: Math.max(2, Math.ceil(coordinator)),
    walls,
    firstWall: largest(walls),
    isPossible: Math.max(...Object.values(walls)) <= 1,
    installations: Math.ceil(Math.max(walls.housekeeping, walls.coordinator)),
    // An organisation lives on one node.
    mostOfOneOrganisation:
      input.messages / Math.max(...Object.values(needed).map((share) => share / ASSUMED.fullestNode)),
  };
}

/** Of each billion messages, whenever they are sent. */
function costOfBillion(input, cost) {
  const onCitus = costOnCitus(input, cost);
  const coreHours = (microseconds) => (microseconds * 1e9) / 1e6 / 3600;
  const { citusBulk } = MEASURED;
  const later = cost.housekeepingDatabase;
  return {
    messageBytes: (cost.storedBytes / input.keptDays) * 1e9,
    eventBytes: (cost.eventBytes / input.eventDays) * 1e9,
    walBytes: (cost.wal + cost.housekeepingWal) * 1e9,
    databaseHours: coreHours(cost.database + later),
    citusHours: coreHours(onCitus.coordinator + onCitus.nodes + later * (citusBulk.coordinator + citusBulk.nodes)),
    workerHours: coreHours(cost.worker),
    apiHours: coreHours(cost.api),
  };
}

function largest(shares) {
  return Object.entries(shares).reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}

const LIMITS = {
  disk: 'the disk',
  log: 'the write-ahead log',
  processor: 'the processor',
  housekeeping: 'housekeeping',
  shards: 'the number of shards',
  coordinator: 'the coordinator',
};

function describe(input, result) {
  const { perSecond, one, citus, programs } = result;
  const lines = [
    ...describeDemand(input, result),
    '',
    `One PostgreSQL with ${input.cores} cores, ${bytes(input.disk)} of disk and ${bytes(input.wal)} of log a second`,
    ...describeShares(input, result),
    ...answerOfOne(one),
  ];
  if (!one.isEnough) lines.push('', ...describeCitus(input, citus));
  return [
    ...lines,
    '',
    'Programs, at the peak',
    row('API processes', programs.api),
    row('worker processes', programs.worker),
    row('connections', `${whole(programs.connections)} at most`),
    '',
    ...describeBillion(result.billion, one.isEnough),
    '',
    ...describeAssumptions(input, perSecond),
  ].join('\n');
}

function describeDemand(input, { perSecond, storedBytes }) {
  const replicas = input.standbys === 1 ? '1 standby' : `${input.standbys} standbys`;
  return [
    `${amount(input.messages)} messages a day, kept ${input.keptDays} days, events ${input.eventDays} days`,
    row('a second', `${whole(perSecond.average)} on average, ${whole(perSecond.peak)} at the peak`),
    row('messages', `${bytes(storedBytes.messages)} with attempts and indexes`),
    row('events', bytes(storedBytes.events)),
    row(`with ${replicas}`, `${bytes(storedBytes.withStandbys)} on all servers`),
  ];
}

function describeShares(input, { demand, one }) {
  const { shares } = one;
  return [
    row('disk', `${percent(shares.disk)}: ${bytes(demand.stored)} of ${bytes(input.disk * ASSUMED.fullDisk)}`),
    row('log', `${percent(shares.log)}: ${bytes(demand.wal)} of ${bytes(input.wal)} a second`),
    row(
      'processor',
      `${percent(shares.processor)}: ${tenth(demand.cores)} of ${tenth(input.cores * ASSUMED.busyCores)} cores`,
    ),
    row('housekeeping', `${percent(shares.housekeeping)}: ${atMost(input.messages / shares.housekeeping)}`),
  ];
}

function answerOfOne({ isEnough, firstLimit, diskNeeded, isDiskAlone }) {
  if (isEnough) return [`  => One PostgreSQL is enough. Its first limit is ${LIMITS[firstLimit]}.`];
  return [
    `  => One PostgreSQL is not enough. Its first limit is ${LIMITS[firstLimit]}.`,
    ...(isDiskAlone ? [`     It is the only one: a disk of ${bytes(diskNeeded)} would do, or fewer days.`] : []),
  ];
}

function describeCitus(input, citus) {
  const { nodes, needed, decidedBy, coordinatorCores, walls, firstWall, isPossible, installations } = citus;
  const each = Object.entries(needed).map(([name, count]) => `${name} ${Math.ceil(count)}`);
  return [
    'Citus, with nodes of the same size',
    row('nodes', `${nodes}, because of ${LIMITS[decidedBy]} (${each.join(', ')})`),
    row('coordinator', `${percent(walls.coordinator)}: ${coordinatorCores} of ${ASSUMED.largestServer} cores`),
    row('shards', `${percent(walls.shards)}: ${nodes} of ${input.shards} nodes at most`),
    row(
      'housekeeping',
      `${percent(walls.housekeeping)}: ${atMost(input.messages / walls.housekeeping)}, because one worker does it for all nodes`,
    ),
    row('one organisation', `${atMost(citus.mostOfOneOrganisation)}, because it lives on one node`),
    ...(isPossible
      ? [`  => ${nodes} nodes and a coordinator. What is used up next is ${LIMITS[firstWall]}.`]
      : [
          `  => ${nodes} nodes hold them, but ${LIMITS[firstWall]} is not enough: ${REMEDIES[firstWall]}`,
          ...(installations > 1 ? [`     ${installations} installations that share the organisations would do.`] : []),
        ]),
  ];
}

const REMEDIES = {
  housekeeping: 'texts and messages would stay longer each day.',
  shards: 'distribute with a larger citus.shard_count (--shards).',
  coordinator: 'it is larger than any that we would use.',
};

function describeBillion(billion, isOne) {
  const database = isOne ? billion.databaseHours : billion.citusHours;
  return [
    'Each billion messages',
    row(
      'disk',
      `${bytes(billion.messageBytes)}, and ${bytes(billion.eventBytes)} of events, for each copy while they are kept`,
    ),
    row('log', bytes(billion.walBytes)),
    row(
      'core hours',
      `${whole(database)} of ${isOne ? 'PostgreSQL' : 'Citus'}, ${whole(billion.workerHours)} of workers, ${whole(billion.apiHours)} of the API`,
    ),
  ];
}

function describeAssumptions(input, perSecond) {
  const { bulk, single, bytes: size, redaction, deletion } = MEASURED;
  const lines = [
    `a message costs the database ${bulk.database} µs in a campaign and ${single.database} µs alone, gateway included`,
    `it takes ${size.message} bytes, its attempt ${size.attempt}, its events ${bulk.eventBytes} in a campaign and ${single.eventBytes} alone`,
    `${(bulk.wal / 1000).toFixed(1)} kB of log when it is sent, ${((redaction.wal + deletion.wal) / 1000).toFixed(1)} when it is redacted and deleted`,
    `the busiest minute has ${input.peak} times the average (--peak)`,
    `processors are at most ${percent(ASSUMED.busyCores)} busy, disks at most ${percent(ASSUMED.fullDisk)} full`,
    `the fullest node has ${ASSUMED.fullestNode} times its share, and programs connect to nodes (CONNECT_TO_NODES)`,
    `housekeeping works for ${percent(ASSUMED.housekeeping)} of the time on each node, in one worker with ${ASSUMED.housekeepingSteps} steps at once`,
  ];
  if (perSecond.peak > 25_000) lines.push('rates like this were never run: the figures of two cores are multiplied');
  return ['Assumptions (MEASURED and ASSUMED in this file)', ...lines.map((line) => `  - ${line}`)];
}

function row(name, value) {
  return `  ${name.padEnd(18)}${value}`;
}

const whole = (value) => Math.round(value).toLocaleString('en');
const tenth = (value) => (value < 0.1 ? 'less than 0.1' : value.toFixed(1));
const percent = (share) => (share < 0.01 ? 'below 1 %' : `${whole(share * 100)} %`);
const atMost = (messages) => `${amount(messages)} messages a day at most`;

function scaled(value, units) {
  const step = Math.max(0, Math.min(Math.floor(Math.log10(value) / 3), units.length - 1));
  const number = value / 1000 ** step;
  return `${Number(number.toPrecision(number >= 100 ? 3 : 2)).toLocaleString('en')} ${units[step]}`;
}

const bytes = (value) => scaled(value, ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']);
const amount = (value) => (value < 1e6 ? whole(value) : scaled(value, ['', '', 'million', 'billion']));

function main(args) {
  const input = readInput(args);
  if (input === null) {
    const [, header = ''] = /\/\*\*\n(.*?)\n \*\//s.exec(readFileSync(new URL(import.meta.url), 'utf8')) ?? [];
    return header.replaceAll(/^ \* ?/gm, '');
  }
  const result = calculate(input);
  return input.json ? JSON.stringify(result) : describe(input, result);
}

try {
  process.stdout.write(`${main(process.argv.slice(2))}\n`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\nSee node deploy/capacity.js --help.\n`);
  process.exitCode = 2;
}
