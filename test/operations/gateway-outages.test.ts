import { describe, expect, it } from '@jest/globals';
import { listGateways } from '../../src/operations/sms/gateways/gateway-states.js';
import { accept, createProgrammableGateway, NOT_SENT } from '../support/programmable-gateway.js';
import { mobiles, newOrganisation, withGateways } from '../support/services.js';
import { setTheStage } from '../support/stage.js';
import { useServices } from '../support/use-services.js';

const refused = { ...NOT_SENT, says: { rawCode: 'ECONNREFUSED' } };

describe('a gateway that a worker cannot reach', () => {
  const process = useServices();

  /** What another process, which never calls the gateway, says of it to an organisation. */
  const told = async (name: string, organisation = newOrganisation(process)) => {
    const other = withGateways(process, { gateways: [createProgrammableGateway({ name })] });
    const [state] = await listGateways({ ...other, caller: (await organisation).caller });
    return state;
  };

  it('is down for all processes and organisations, each with its own messages that wait, until it answers', async () => {
    const stage = await setTheStage(process, { input: { recipients: mobiles(20) }, policy: { batchSize: 5 } });
    const { gateway, services, context } = stage;
    expect(await told(gateway.name)).toMatchObject({ state: 'up', since: null, waiting: 0 });

    gateway.react = () => refused;
    await stage.work();
    await services.outages.settled();
    const own = await told(gateway.name, Promise.resolve(context));
    expect(own).toMatchObject({ state: 'down', code: 'ECONNREFUSED', waiting: 20 });
    expect(own?.since).toEqual(expect.any(String));
    expect(Date.parse(own?.nextTryAt ?? '')).toBeGreaterThan(Date.parse(own?.since ?? ''));
    expect(await told(gateway.name)).toEqual({ ...own, waiting: 0 });

    gateway.react = accept;
    services.breakers.get(gateway.name)?.succeeded();
    await stage.later(61);
    await services.outages.settled();
    expect(await told(gateway.name, Promise.resolve(context))).toMatchObject({ state: 'up', since: null, waiting: 0 });
  });

  it('is up again for others when its worker has not tried it for a minute', async () => {
    const stage = await setTheStage(process, { input: { recipients: mobiles(20) }, policy: { batchSize: 5 } });
    stage.gateway.react = () => refused;
    await stage.work();
    await stage.services.outages.settled();
    const { name } = stage.gateway;
    expect(await told(name)).toMatchObject({ state: 'down' });
    await process.superuser.query(`UPDATE gateway_outages SET next_try_at = next_try_at - interval '2 minutes'`);
    expect(await told(name)).toMatchObject({ state: 'up', since: null, code: null });
  });

  it('shows no words of its own', async () => {
    const stage = await setTheStage(process, { input: { recipients: mobiles(20) }, policy: { batchSize: 5 } });
    stage.gateway.react = () => ({ ...NOT_SENT, says: { rawCode: 'user "acme", password "secret"' } });
    await stage.work();
    await stage.services.outages.settled();
    expect(await told(stage.gateway.name)).toMatchObject({ state: 'down', code: null });
  });
});
