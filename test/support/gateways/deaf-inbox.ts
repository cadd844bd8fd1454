import type { GatewayInbox } from '../../../src/domain/sms/gateway.js';

/** For tests in which no gateway tells anything. */
export const DEAF_INBOX: GatewayInbox = {
  acceptReports: async () => undefined,
  acceptOptOuts: async () => undefined,
  acceptMessages: async () => undefined,
};
