import type { GatewayInbox, GatewayReport } from '../../../domain/sms/gateway.js';
import type { Services } from '../../context.js';
import { receiveInbound } from '../inbound/receive-inbound.js';
import { receiveReports } from '../reports/receive-reports.js';
import { receiveOptOuts } from '../suppressions/receive-opt-outs.js';

/** Stores reports and inbound SMS, which workers fold, and opt-outs. */
export const openGatewayInbox = (
  services: Services,
  onReports: (gateway: string, reports: readonly GatewayReport[]) => void = () => undefined,
): GatewayInbox => ({
  async acceptReports(gateway, reports, delayMs) {
    await receiveReports(services, gateway, reports, delayMs);
    onReports(gateway, reports);
  },
  acceptOptOuts: (gateway, optOuts) => receiveOptOuts(services, gateway, optOuts),
  acceptMessages: (gateway, messages) => receiveInbound(services, gateway, messages),
});
