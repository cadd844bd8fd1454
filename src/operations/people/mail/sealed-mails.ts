import type { Mail } from '../../../domain/people/mail.js';
import { seal, unseal } from '../../../lib/sealed.js';
import type { Services } from '../../context.js';

type Keeper = Pick<Services, 'secretKey'>;

/** Mails hold codes: whoever reads the database alone learns none of them. */
export function sealMail({ secretKey }: Keeper, id: string, mail: Mail): Buffer {
  return seal(secretKey, purposeOf(id), JSON.stringify(mail));
}

/** Throws when it was sealed with another secret key. */
export function openMail({ secretKey }: Keeper, id: string, sealed: Buffer): Mail {
  return JSON.parse(unseal(secretKey, purposeOf(id), sealed)) as Mail;
}

const purposeOf = (id: string) => `mail ${id}`;
