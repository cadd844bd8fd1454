import type { MessageCategory as Category } from '../../../domain/vocabulary.js';
import { enumOf } from '../kernel/enum.js';

export const MessageCategory = enumOf<Category>('MessageCategory', 'What a message is for.', {
  transactional:
    'Transactional: something that the recipient waits for or needs, such as a code, a receipt or a reminder.',
  promotional: 'Promotional: news, offers and other advertising.',
});
