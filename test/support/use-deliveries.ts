import { afterEach } from '@jest/globals';
import { type Reaction, type Receiver, startReceiver } from './gateways/receiver.js';
import { newOrganisation } from './services.js';
import { useServices } from './use-services.js';
import { deliverAll, newEndpoint, type TestEndpoint } from './webhooks.js';

/** Organisations with webhooks, and their receivers, which end with each test. Calls time out after a second. */
export function useDeliveries() {
  const services = useServices({ policy: { webhookTimeoutSeconds: 1 } });
  let receivers: Receiver[] = [];

  afterEach(async () => {
    // Failing endpoints of one test must not be due in the next.
    await services.sql('TRUNCATE webhook_deliveries, webhook_endpoints');
    await Promise.all(receivers.map((receiver) => receiver.stop()));
    receivers = [];
  });

  const receive = async (react?: Reaction) => {
    const receiver = await startReceiver(react);
    receivers.push(receiver);
    return receiver;
  };
  return {
    services,
    receive,
    /** An organisation with an endpoint. */
    async setUp(react?: Reaction) {
      const context = await newOrganisation(services);
      const receiver = await receive(react);
      return { context, receiver, endpoint: await newEndpoint(context, receiver.url) };
    },
    async deliveriesOf({ id }: TestEndpoint) {
      const rows = await services.sql(
        `SELECT sequence::int, status, attempts, response_status, response_body, error FROM webhook_deliveries
         WHERE endpoint_id = $1 ORDER BY sequence`,
        [id],
      );
      return rows;
    },
    async endpointRow({ id }: TestEndpoint) {
      return (await services.sql('SELECT * FROM webhook_endpoints WHERE id = $1', [id]))[0];
    },
    async later(seconds: number) {
      await services.travel(seconds);
      await deliverAll(services);
    },
  };
}
