import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { ChatMessage, ChatReceipt } from './chat/messages.js';
import { ChatGroup, ChatSession, ChatSessionChange, DeletedChatSession } from './chat/sessions.js';
import { Conversation } from './conversations/conversations.js';
import { Event, EventLog } from './events/log.js';
import { ExportLink } from './exports/export-links.js';
import { AccountTry, IdempotencyKey, RateLimit } from './kernel/calls.js';
import { ChatReport, InboundSms, SmsReport } from './kernel/inbox.js';
import { AcceptedSecretKey, RetiredKey } from './kernel/secret-keys.js';
import { ApiKey } from './people/api-keys.js';
import { AuditEntry } from './people/audit.js';
import { Invitation, Membership } from './people/members.js';
import { Organisation } from './people/organisations.js';
import { Mail, OneTimeCode, Person, PersonSession } from './people/people.js';
import { SmsDue } from './sms/agenda.js';
import { Campaign, CampaignNumbers, CampaignProgress, CampaignTimeline } from './sms/campaigns.js';
import { ConsentEntry } from './sms/consent.js';
import { GatewayAccount, GatewayAlert, GatewayOutage, GatewayPacing } from './sms/gateways.js';
import { InboundMessage, KeywordSettings } from './sms/inbound.js';
import { SmsAttempt, SmsAttemptPart, SmsMessage, SmsRetry, SmsTrouble } from './sms/messages.js';
import { SmsBound, SmsDeferred } from './sms/old-messages.js';
import { SenderId } from './sms/sender-ids.js';
import { SmsDeliveryTime, SmsStatistic } from './sms/statistics.js';
import { ErasedSuppression, GatewayOptOut, Suppression } from './sms/suppressions.js';
import { PeriodicTask, RequiredProgram } from './upkeep/installation.js';
import { WebhookDelivery } from './webhooks/deliveries.js';
import { WebhookEndpoint } from './webhooks/endpoints.js';

/** The map of the schema: an entity for every table. A test compares it with what the migrations make. */
export const ENTITIES = [
  Campaign,
  CampaignProgress,
  CampaignTimeline,
  CampaignNumbers,
  SmsMessage,
  SmsTrouble,
  SmsRetry,
  SmsAttempt,
  SmsAttemptPart,
  SmsDue,
  SmsBound,
  SmsDeferred,
  SmsStatistic,
  SmsDeliveryTime,
  Suppression,
  ErasedSuppression,
  GatewayOptOut,
  SenderId,
  InboundMessage,
  KeywordSettings,
  ConsentEntry,
  Conversation,
  GatewayAccount,
  GatewayAlert,
  GatewayOutage,
  GatewayPacing,
  ChatSession,
  ChatSessionChange,
  ChatGroup,
  DeletedChatSession,
  ChatMessage,
  ChatReceipt,
  EventLog,
  Event,
  WebhookEndpoint,
  WebhookDelivery,
  Organisation,
  ApiKey,
  Person,
  OneTimeCode,
  PersonSession,
  Membership,
  Invitation,
  AuditEntry,
  ExportLink,
  IdempotencyKey,
  Mail,
  RetiredKey,
  AcceptedSecretKey,
  RequiredProgram,
  SmsReport,
  InboundSms,
  ChatReport,
  RateLimit,
  AccountTry,
  PeriodicTask,
] as const;

/** The tables as Kysely knows them. */
export type Schema = InferKyselyDB<(typeof ENTITIES)[number]>;
