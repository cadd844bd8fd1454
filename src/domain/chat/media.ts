import { LIMITS } from '../limits.js';
import type { ChatMessageType } from '../vocabulary.js';

/** What engines are told of a medium whose type neither the caller nor its name says. */
const MIME_TYPE_BY_MESSAGE_TYPE: Readonly<Record<Exclude<ChatMessageType, 'text'>, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  // What the chat app itself records; engines convert other recordings to it.
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

/** The first words of MIME types that suit a type of message; a file may be anything. */
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

/** From the name of the file, else from that in the address, if it suits the type of message; else the type's own. */
export function mimeTypeOf(type: Exclude<ChatMessageType, 'text'>, url: string, filename: string | null): string {
  for (const name of [filename, new URL(url).pathname]) {
    const extension = /\.(\w{1,5})$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
    const known = Object.hasOwn(MIME_TYPE_BY_EXTENSION, extension) ? MIME_TYPE_BY_EXTENSION[extension] : undefined;
    if (known?.startsWith(FAMILIES[type])) return known;
  }
  return MIME_TYPE_BY_MESSAGE_TYPE[type];
}
