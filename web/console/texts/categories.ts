import type { MessageCategory } from '../generated/documents.js';
import { catalogue } from './catalogue.js';

/** What a message is for, in words. */
export const categoryWords: Readonly<Record<MessageCategory, string>> = catalogue({
  en: { TRANSACTIONAL: 'Service', PROMOTIONAL: 'News' },
});

/** What a suppression or an opt-out is about, if it is not about all messages. */
export const onlyCategoryWords: Readonly<Record<MessageCategory, string>> = catalogue({
  en: { TRANSACTIONAL: 'Services only', PROMOTIONAL: 'News only' },
});
