import type { Route } from './route.js';
import { ACCOUNT_ROUTES } from './routes/accounts.js';
import { AUDIT_ROUTES } from './routes/audit.js';
import { CAMPAIGN_ROUTES } from './routes/campaigns.js';
import { CHAT_ROUTES } from './routes/chat.js';
import { CHAT_SEND_ROUTES } from './routes/chat-sends.js';
import { DELIVERY_CODE_ROUTES } from './routes/delivery-codes.js';
import { EVENT_ROUTES } from './routes/events.js';
import { MESSAGE_ROUTES } from './routes/messages.js';
import { SEND_ROUTES } from './routes/sends.js';
import { SUPPRESSION_ROUTES } from './routes/suppressions.js';
import { WEBHOOK_DELIVERY_ROUTES } from './routes/webhook-deliveries.js';
import { WEBHOOK_ROUTES } from './routes/webhooks.js';

/** The whole REST face. */
export const ROUTES: readonly Route[] = [
  ...CHAT_SEND_ROUTES,
  ...CHAT_ROUTES,
  ...SEND_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...MESSAGE_ROUTES,
  ...DELIVERY_CODE_ROUTES,
  ...SUPPRESSION_ROUTES,
  ...WEBHOOK_ROUTES,
  ...WEBHOOK_DELIVERY_ROUTES,
  ...EVENT_ROUTES,
  ...AUDIT_ROUTES,
  ...ACCOUNT_ROUTES,
];
