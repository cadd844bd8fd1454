import type { MessageCategory } from '../vocabulary.js';

export const categoryOf = (message: { readonly promotional: boolean }): MessageCategory =>
  message.promotional ? 'promotional' : 'transactional';

/** The category that a suppression or a consent change is limited to; null: it is about all messages. */
export const onlyCategoryOf = (row: { readonly promotional_only?: boolean | undefined }): MessageCategory | null =>
  row.promotional_only ? 'promotional' : null;
