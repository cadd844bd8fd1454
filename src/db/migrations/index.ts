import { Baseline } from './0001-baseline.js';
import { Conversations, ConversationsBackFill, ConversationsIndex } from './0002-conversations.js';
import { KeywordAnswers } from './0003-keyword-answers.js';
import { Consent } from './0004-consent.js';
import { InboundChat } from './0006-inbound-chat.js';
import {
  CategoryOfCampaigns,
  CategoryOfConsent,
  CategoryOfMessages,
  CategoryOfSuppressions,
  ScopeOfStop,
} from './0007-category.js';
import { OmittedConsent } from './0008-omitted-consent.js';
import { InboundGateway } from './0009-inbound-gateway.js';

/**
 * In the order in which they run. MikroORM could find them in their folder, but the build puts the program into few
 * files, where there is no folder.
 */
export const MIGRATIONS = [
  Baseline,
  Conversations,
  ConversationsIndex,
  ConversationsBackFill,
  KeywordAnswers,
  Consent,
  InboundChat,
  CategoryOfMessages,
  CategoryOfCampaigns,
  CategoryOfSuppressions,
  CategoryOfConsent,
  ScopeOfStop,
  OmittedConsent,
  InboundGateway,
] as const;
