import { LIMITS } from '../limits.js';
import type { ChatMessageType } from '../vocabulary.js';

/** Where the API serves the file of an inbound message. */
export const RECEIVED_MEDIA_PATH = '/v1/inbox/{inbound_id}/media/';

export const receivedMediaUrl = (publicUrl: string, inboundId: string): string =>
  publicUrl + RECEIVED_MEDIA_PATH.replace('{inbound_id}', inboundId);

/** Defaults if neither the caller nor the file name tells the MIME type. */
const MIME_TYPE_BY_MESSAGE_TYPE: Readonly<Record<Exclude<ChatMessageType, 'text'>, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  // The chat app records in this format; engines convert others to it.
  voice: 'audio/ogg; codecs=opus',
  file: 'application/octet-stream',
};

const MIME_TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  '3gp': 'video/3gpp',
  mov: 'video/quicktime',
  webm: 'video/webm',
  ogg: 'audio/ogg; codecs=opus',
  oga: 'audio/ogg; codecs=opus',
  opus: 'audio/ogg; codecs=opus',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  zip: 'application/zip',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** Prefixes of the MIME types that fit a type of message; a file may be of any type. */
const FAMILIES: Readonly<Record<Exclude<ChatMessageType, 'text'>, string>> = {
  image: 'image/',
  video: 'video/',
  voice: 'audio/',
  file: '',
};

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.,+-]+)*$/;

export function isMimeType(text: string): boolean {
  return text.length <= LIMITS.mimeTypeLength && MIME_TYPE.test(text);
}

/**
 * Derives the MIME type from the file name, then from the URL, if it fits the type of message; else uses the default.
 */
export function mimeTypeOf(type: Exclude<ChatMessageType, 'text'>, url: string, filename: string | null): string {
  for (const name of [filename, new URL(url).pathname]) {
    const extension = /\.(\w{1,5})$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
    const known = Object.hasOwn(MIME_TYPE_BY_EXTENSION, extension) ? MIME_TYPE_BY_EXTENSION[extension] : undefined;
    if (known?.startsWith(FAMILIES[type])) return known;
  }
  return MIME_TYPE_BY_MESSAGE_TYPE[type];
}
