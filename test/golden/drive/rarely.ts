import { setTimeout as sleep } from 'node:timers/promises';
import { isEnumType } from 'graphql';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { listUnclaimedNumbers } from '../../../src/db/sql/kernel/inbox.js';
import { sumAccepted } from '../../../src/db/sql/sms/campaigns/statistics.js';
import {
  countElsewhere,
  countWaitingAt,
  findWaitingAt,
} from '../../../src/db/sql/sms/dispatch/unconfigured-gateways.js';
import { listUnheardStops } from '../../../src/db/sql/sms/inbound/inbound-messages.js';
import { readGrowth } from '../../../src/db/sql/upkeep/growth.js';
import { findByIdOrName, NAMED_KINDS } from '../../../src/db/sql/upkeep/named.js';
import type { Mailer } from '../../../src/domain/people/mail.js';
import { webhookDisabledMail } from '../../../src/domain/people/mail-texts.js';
import { encodeReference } from '../../../src/domain/sms/reference.js';
import { newId } from '../../../src/lib/ids.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { findApiKey } from '../../../src/operations/people/api-keys.js';
import { deliverMail } from '../../../src/operations/people/deliver-mail.js';
import { writeMail, writeToOwners } from '../../../src/operations/people/write-mail.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { dispatchCampaigns } from '../../../src/operations/sms/dispatch/campaign-job.js';
import { endUnfinished } from '../../../src/operations/sms/dispatch/end-unfinished.js';
import { announceOutages } from '../../../src/operations/sms/gateways/announce-outages.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { explainNumber, messageCauses } from '../../../src/operations/sms/numbers/explain-number.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { checkNumbers } from '../../../src/operations/sms/send/check-numbers.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { decideSenderId } from '../../../src/operations/sms/senders/decide-sender-id.js';
import { createSenderId, listSenderIdsOfInstallation } from '../../../src/operations/sms/senders/sender-ids.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { liftSuppression } from '../../../src/operations/sms/suppressions/lift-suppression.js';
import { acceptSecretKeys } from '../../../src/operations/upkeep/accepted-keys.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { checkReady, readHealthFigures } from '../../../src/operations/upkeep/health.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { createPeriodicTasks } from '../../../src/operations/upkeep/periodic-tasks.js';
import { inspectSecretKeys, rekey } from '../../../src/operations/upkeep/rekey.js';
import type { Customer, TestApi } from '../../http/start-api.js';
import { graphqlCalls, smallest } from '../../support/calls/generate-graphql-calls.js';
import { withValue } from '../../support/calls/with-value.js';
import {
  accept,
  createProgrammableGateway,
  NOT_SENT,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import type { Estate } from '../../support/people/two-organisations.js';
import {
  byOperator,
  drain,
  drainAfter,
  mobiles,
  newOrganisation,
  onBehalfOf,
  type TestServices,
  withGateways,
} from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { newEndpoint } from '../../support/webhooks.js';

/** Each field of each filter and order by itself, with each of its words. */
export async function driveFilters(api: TestApi, { customer, ids }: Estate): Promise<void> {
  for (const { document: query, variables, places, rootField } of graphqlCalls(buildPostriderSchema())) {
    const own = rootField === 'campaign' ? { ...variables, id: ids.dispatchedCampaign } : variables;
    const filters = places.filter(({ path }) => path.some((name) => /filter$|^orderBy$/i.test(name)));
    await api.sql('DELETE FROM rate_limits');
    for (const { path, type } of query.startsWith('query') ? filters : []) {
      for (const word of isEnumType(type) ? type.getValues().map(({ name }) => name) : [smallest(type)]) {
        await customer.call('POST', '/graphql', { query, variables: withValue(own, path, word) });
      }
    }
  }
  await customer.call('GET', '/v1/sms/statistics/?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z');
}

/** What only people do, or ask for themselves. */
export async function drivePeople(api: TestApi): Promise<void> {
  const person = await api.member();
  const ask = (query: string) => askAs(api, person, query);
  await ask('{ viewer { organisations { organisationId name role } } }');
  await ask('{ viewer { sessions { id } } }');
  await ask('mutation { updatePerson(input: { name: "Ada" }) { person { name } } }');
  await ask(
    'mutation { endPersonSession(input: { sessionId: "00000000-0000-7000-8000-000000000000" }) { userErrors { code } } }',
  );
  await ask('mutation { createOrganisation(input: { name: "Of a person" }) { organisation { id } } }');
  await ask(
    `mutation { leaveOrganisation(input: { organisationId: "${person.organisationId}" }) { userErrors { code } } }`,
  );
  await ask(
    'mutation { signUp(input: { email: "late@example.org", name: "Late", password: "a long password" }) { challenge } }',
  );
  await api.sql(`UPDATE one_time_codes SET created_at = created_at - interval '10 minutes'`);
  await ask(
    'mutation { resendCode(input: { email: "late@example.org", purpose: EMAIL_VERIFICATION }) { userErrors { code } } }',
  );
  const failing: Mailer = { send: async () => ({ kind: 'later', reason: 'away' }), close: async () => undefined };
  await deliverMail({ ...api.services, mailer: failing });
  await ask('mutation { signOut(input: { everywhere: false }) { userErrors { code } } }');
}

async function askAs(api: TestApi, { headers }: Customer, query: string): Promise<void> {
  const sent = { ...headers, 'content-type': 'application/json' };
  const { body, text } = await api.fetch('/graphql', {
    method: 'POST',
    headers: sent,
    body: JSON.stringify({ query }),
  });
  if (!body?.data) throw new Error(`${query} was answered: ${text}`);
}

/** Calls that are refused for what stands in the rows, and sending once more. */
export async function driveRefusals(api: TestApi, { customer, ids }: Estate): Promise<void> {
  await api.sql('DELETE FROM rate_limits');
  const text = { type: 'text', message: 'Hello', to: '12025550124' };
  await customer.call('POST', `/v1/chatapp/${ids.session}/send/`, text, { 'idempotency-key': 'rejected' });
  const since = new Date(0).toISOString();
  for (const more of [{}, { only_dead: true }, { types: ['sms.sent'] }, { only_dead: true, count_only: true }]) {
    await customer.call('POST', `/v1/webhooks/${ids.webhook}/redeliver/`, { since, ...more });
  }
  await askAs(
    api,
    customer,
    'mutation { updateOrganisation(input: { enforceSenderIds: true }) { userErrors { code } } }',
  );
  // What is known of a caller is remembered for a moment, so it is somebody new.
  const member = await api.member('owner', customer.organisationId);
  await askAs(
    api,
    member,
    'mutation { sendSms(input: { to: "254711271001", message: "Hello", senderId: "Market" }) { userErrors { code } } }',
  );
  await askAs(
    api,
    customer,
    'mutation { updateOrganisation(input: { enforceSenderIds: false, timeZone: "UTC" }) { userErrors { code } } }',
  );
}

/** What operators ask for on the command line. */
export async function driveOperator({ services }: TestApi, { customer, ids }: Estate): Promise<void> {
  const { organisationId } = customer;
  await listSenderIdsOfInstallation(services, { organisationId: null });
  await decideSenderId(services, { organisationId, id: ids.senderId ?? '', rejectedFor: null });
  await readHealthFigures(services);
  await checkReady(services);
  await services.db.acrossOrganisations((tx) => countElsewhere(tx, ['sandbox']));
  await services.db.atOnceInOrganisation(organisationId, (tx) => countWaitingAt(tx, ['removed']));
  await services.db.atOnceInOrganisation(organisationId, (tx) => findWaitingAt(tx, ['removed'], [organisationId]));
  for (const kind of NAMED_KINDS) {
    for (const wanted of [{ id: organisationId }, { name: 'shop' }]) {
      await services.db.acrossOrganisations((tx) => findByIdOrName(tx, kind, { ...wanted, organisationId }, 1));
    }
  }
}

/** Otherwise only an endpoint that was gone, or failed for days, makes the program write to owners. */
export async function driveMailToOwners({ services }: TestApi, { customer }: Estate): Promise<void> {
  const { organisationId } = customer;
  const mail = (to: string) => webhookDisabledMail({ to, url: 'https://hooks.example.org', reason: 'gone' });
  await services.db.inOrganisation(organisationId, (tx) => writeToOwners(tx, services, mail));
}

/** Answers that are lost, gateways that are down or slow, texts in parts, and reports that cannot be folded. */
export async function driveTrouble(services: TestServices): Promise<void> {
  for (const lookup of [null, { settleSeconds: 1 }]) {
    for (const idempotentReference of [false, true]) {
      const capabilities = { lookup, idempotentReference };
      const stage = await setTheStage(services, { capabilities, reactions: [TAKEN_SILENTLY, accept()] });
      await stage.work();
      await stage.later(30);
      await stage.later(1_000);
    }
  }
  const parts = await setTheStage(services, {
    capabilities: { reportsCarryReference: false },
    reactions: [{ ...accept(), says: { partIds: ['one', 'two'] } }],
  });
  await parts.work();
  const reports = ['one', 'two'].map((providerId) => ({ providerId, outcome: { kind: 'delivered' } }) as const);
  await receiveReports(services, parts.gateway.name, reports);
  await drain(parts.services);
  // As no adapter makes it.
  await receiveReports(services, parts.gateway.name, [{ providerId: 'one', outcome: null as never }]);
  await drain(parts.services);
  await driveGateways(services);
}

/** Failed messages of a campaign, and their retry. */
export async function driveRetries(services: TestServices): Promise<void> {
  const gateway = createProgrammableGateway({ name: 'failing', capabilities: { reportsCarryReference: true } });
  gateway.react = () => reject(402);
  const failing = withGateways(services, { gateways: [gateway] });
  const context = await newOrganisation(failing);
  const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(2), pauseOnFailures: true });
  await drain(failing);
  await retryCampaign(context, { campaignId: result.id });
  const reports = gateway.journal.map((entry) => gateway.reportOn(entry, { kind: 'delivered' }));
  await receiveReports(failing, gateway.name, reports);
  await drain(failing);
}

/** A number in everything that names it, with a message that its gateway has, which then ends. */
export async function driveErasure(services: TestServices): Promise<void> {
  const gateway = createProgrammableGateway({ name: 'erasing' });
  const erasing = withGateways(services, { gateways: [gateway] });
  const keyed = await newOrganisation(erasing);
  const context = byOperator(keyed);
  const recipients = mobiles(101);
  const { to } = recipients.at(-1) as { to: string };
  await sendBulkSms(context, { message: 'Hello', recipients });
  await drain(erasing);
  await sendSms(context, {
    to,
    message: 'Hello',
    scheduledAt: new Date(Date.now() + 3_600_000),
    idempotencyKey: 'one',
  });
  await addSuppressions(context, { numbers: [{ mobile: to }], idempotencyKey: `for ${to}` });
  // Of others, and to the number as a malformed one.
  const [other = { to }] = recipients;
  await sendBulkSms(context, {
    name: `of ${to}`,
    message: 'Hello',
    recipients: [{ ...other, reference: to }, { to: `00${to}` }],
  });
  await addSuppressions(context, { numbers: [{ mobile: other.to, reason: `asked by ${to}` }] });
  const { organisationId } = context.caller;
  const said = { to: '20880', from: to, organisationId };
  for (const text of ['STOP', 'START']) {
    await receiveInbound(erasing, gateway.name, [{ ...said, key: text, text }]);
    await drain(erasing);
  }
  const sharer = await newOrganisation(erasing);
  const numbers = [organisationId, sharer.caller.organisationId].map((id, place) => {
    return { number: '20990', keyword: `K${place}`, gateways: [gateway.name], organisationId: id };
  });
  const shared = withGateways(services, { gateways: [gateway], numbers });
  const part = { reference: 1, total: 2, number: 1, alphabet: 'latin1', octets: Buffer.from('K0 half of it') } as const;
  await receiveInbound(shared, gateway.name, [
    { key: 'bare', to: '20990', from: to, text: 'STOP' },
    { key: 'part', to: '20990', from: to, text: null, part },
  ]);
  await drain(shared);
  const reference = encodeReference({ organisationId, messageId: newId(), attempt: 1 });
  await receiveReports(erasing, gateway.name, [{ reference, outcome: { kind: 'sent' }, rawCode: to }]);
  await receiveInbound(erasing, gateway.name, [{ ...said, key: 'waits', text: to }]);
  await listUnclaimedNumbers(services.db);
  await services.db.acrossOrganisations(listUnheardStops);
  const ack = { kind: 'ack', sessionId: newId(), messageId: 'unknown', to, ack: 'sent' } as const;
  await receiveEngineReports(erasing, 'an engine', [ack]);
  await eraseNumber(context, { mobile: to });
  await checkNumbers(context, { numbers: [to] });
  await explainNumber(context, { mobile: to, senderId: 'Shop' });
  await messageCauses(context, [newId()]);
  await sendSms(context, { to, message: 'Hello' });
  const [entry] = gateway.journal;
  await receiveReports(erasing, gateway.name, entry ? [gateway.reportOn(entry, { kind: 'delivered' })] : []);
  await receiveInbound(erasing, gateway.name, [{ ...said, key: 'erased', text: 'START' }]);
  await drain(erasing);
  await runHousekeeping(erasing);
  await liftSuppression(context, { mobile: to });
}

/** Downloads of all kinds, from the start and after a row. */
export async function driveDownloads(api: TestApi, { customer, ids }: Estate): Promise<void> {
  const { organisationId } = customer;
  const member = await api.member('owner', organisationId);
  const kinds = [
    { what: 'CAMPAIGN_MESSAGES', campaignId: ids.dispatchedCampaign },
    { what: 'CAMPAIGN_MESSAGES', campaignId: ids.dispatchedCampaign, statuses: ['SENT'], mobile: '12025550100' },
    { what: 'MESSAGES' },
    { what: 'MESSAGES', statuses: ['FAILED'] },
    { what: 'MESSAGES', deliveryCodes: [403] },
    { what: 'MESSAGES', reference: 'none' },
    { what: 'MESSAGES', mobile: '12025550100', createdAfter: '2026-01-01T00:00:00Z' },
    { what: 'MESSAGES', campaignId: ids.dispatchedCampaign, single: false },
    { what: 'CAMPAIGNS' },
    { what: 'CHAT_MESSAGES' },
    { what: 'EVENTS' },
    { what: 'EVENTS', types: ['SMS_DELIVERED'] },
    { what: 'SUPPRESSIONS' },
  ];
  const query = `mutation ($input: CreateExportLinkInput!) { createExportLink(input: $input) { url } }`;
  for (const by of [customer, member]) {
    for (const input of by === customer ? kinds : kinds.slice(-1)) {
      await api.sql('DELETE FROM rate_limits');
      const { body } = await by.call('POST', '/graphql', { query, variables: { input } });
      const { pathname, search } = new URL(body.data.createExportLink.url);
      const after = /EVENTS|CAMPAIGN_/.test(input.what) ? '0' : ids.message;
      for (const path of [pathname + search, `${pathname}${search}&after=${after}`])
        await (await fetch(api.url + path)).text();
    }
  }
  // Only of more messages than are counted.
  const conditions = { statuses: null, deliveryCodes: null, senderId: null, test: null, from: null, to: null };
  await api.services.db.atOnceInOrganisation(organisationId, (tx) => sumAccepted(tx, conditions));
}

/** What arrives at the same time has a statement of its own. */
export async function driveTogether({ services }: TestApi, { customer }: Estate): Promise<void> {
  const context = onBehalfOf(services, customer.organisationId);
  const to = '12025550100';
  await Promise.all(Array.from({ length: 4 }, () => sendSms(context, { to, message: 'Together' })));
}

/** It cannot be reached for a while. */
async function driveOutage(services: TestServices): Promise<void> {
  const gateway = createProgrammableGateway({ name: 'away', react: () => NOT_SENT });
  const away = withGateways(services, { gateways: [gateway], policy: { batchSize: 1 } });
  const context = await newOrganisation(away);
  await sendBulkSms(context, { message: 'Hello', recipients: mobiles(3) });
  await drain(away);
  await away.outages.settled();
  await away.sql(`UPDATE gateway_outages SET since = since - interval '1 minute'`);
  await announceOutages(away);
  gateway.react = accept;
  away.breakers.get('away')?.succeeded();
  await drainAfter(away, 61);
  await away.outages.settled();
  await announceOutages(away);
  await readEvents(context, {});
}

/** The operator rejects the sender ID of a message that waits. */
async function driveRejection(services: TestServices): Promise<void> {
  const rejecting = withGateways(services, { gateways: [createProgrammableGateway({ name: 'rejecting' })] });
  const context = await newOrganisation(rejecting);
  const { result } = await createSenderId(context, { name: 'SHOP' });
  await sendSms(context, { to: '254711000001', message: 'Hello', senderId: 'SHOP' });
  const { organisationId } = context.caller;
  await decideSenderId(rejecting, { organisationId, id: result.id, rejectedFor: 'There is such a shop' });
  await drain(rejecting);
}

async function driveGateways(services: TestServices): Promise<void> {
  await driveOutage(services);
  await driveRejection(services);
  const pace = { ratePerSecond: 2, rateUnit: 'segments' } as const;
  const slow = withGateways(services, { gateways: [createProgrammableGateway({ name: 'slow', pace })] });
  await sendBulkSms(await newOrganisation(slow), { message: 'Hello', recipients: mobiles(9) });
  await drain(slow);
  const campaigns = await newOrganisation(services);
  await sendBulkSms({ ...campaigns, ...slow }, { message: 'Hello', recipients: mobiles(51) });
  const signal = AbortSignal.timeout(60_000);
  const { organisationId } = campaigns.caller;
  const job = { inPlace: (turn: () => Promise<boolean>) => turn(), follow: async () => undefined, signal };
  await dispatchCampaigns(slow, { gateway: 'slow', organisationId }, job);
  const gateways = ['first', 'second'].map((name) => createProgrammableGateway({ name }));
  const everywhere = { organisationId: null, gateways: ['first', 'second'] } as const;
  const elsewhere = { organisationId: null, prefixes: ['254711000001'], gateways: ['first'] } as const;
  for (const routes of [[everywhere], [everywhere, elsewhere]]) {
    const two = withGateways(services, { gateways, routes });
    await sendBulkSms(await newOrganisation(two), { message: 'Hello', recipients: mobiles(3) });
    two.breakDown('first');
    await drain(two);
  }
}

/** A run that is long enough to extend its lease, and the end of the worker. */
export async function drivePeriodicTasks({ services }: TestApi): Promise<void> {
  const { promise: isRun, resolve: end } = Promise.withResolvers<void>();
  const task = { name: 'golden', everySeconds: 60, run: () => sleep(600).finally(end) };
  const tasks = createPeriodicTasks(services, [task], { lookEveryMs: 1_000, leaseSeconds: 0.6 });
  await tasks.startDue();
  await isRun;
  await sleep(50);
  await tasks.stop();
}

/** After a restore, and for `doctor`. */
export async function driveRestore(services: TestServices): Promise<void> {
  await setTheStage(services);
  await endUnfinished(services);
  await services.db.acrossOrganisations(readGrowth);
}

/** Replaces the secret key twice. The last of all, since the key of the others opens nothing afterwards. */
export async function driveNewSecretKeys(api: TestApi): Promise<void> {
  const { services } = api;
  const { organisationId, key } = await api.customer();
  await newEndpoint(onBehalfOf(services, organisationId), 'https://example.org/hook');
  const mail = webhookDisabledMail({ to: 'owner@example.org', url: 'https://example.org', reason: 'gone' });
  await services.db.amongPeople((tx) => writeMail(tx, services, mail, 60));
  const [second, third] = ['the second secret key, which is as long', 'the third secret key, which is as long'];
  for (const secretKeys of [[second, services.secretKey] as const, [third, second] as const]) {
    const keeper = { db: services.db, secretKeys };
    await findApiKey(keeper, key);
    await rekey(keeper);
    await acceptSecretKeys(keeper);
    await inspectSecretKeys(keeper);
  }
}
