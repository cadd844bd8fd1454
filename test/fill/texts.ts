import type { OrganisationTx } from '../../src/db/postgres/transaction.js';
import { measureText } from '../../src/domain/sms/segments.js';
import { compileTemplate } from '../../src/domain/sms/template.js';
import { insertRows } from './rows.js';

/** Names of one length, so that a text has the same number of segments for every recipient. */
export const FIRST_NAMES = ['Amina', 'Brian', 'Chloe', 'David', 'Emily', 'Farid', 'Grace', 'Hamza', 'Irene'];
/** Names that pages have to show as well: from right to left, and of one long word. */
export const DIFFICULT_NAMES = [
  'عرض نهاية الأسبوع 20% (فروعنا)',
  'Donaudampfschifffahrtsgesellschaft'.repeat(5),
] as const;
const CODE = '000000';

export const CAMPAIGN_TEXTS = [
  'Weekend offer: 20% off all school shoes until Sunday. Show this SMS at the till. Reply STOP to opt out.',
  'Dear customer, our branches close at 13:00 on Friday for the public holiday. Mobile banking works as usual.',
  'Hello {{name}}, your statement is ready. Sign in to the app to read it.',
  'Hello {{name}}, your policy expires in 14 days. Renew it at any of our branches or in the app, and keep your no-claims bonus. ' +
    'Your renewal number is {{code}}. Questions? Call 0800 720 720, every day from 7 to 21.',
  'Planned power cut on Tuesday 09:00-15:00 in your area. We are sorry for the inconvenience.',
  'Habari {{name}}, mkopo wako umekaribia kukomaa. Lipa kabla ya Ijumaa ili kuepuka riba ya ziada.',
  'Дорогие клиенты, в субботу мы работаем до 15:00.',
  'Joyeux anniversaire {{name}} ! Un café vous attend chez nous toute la journée – à très bientôt ☕',
];

export const SINGLE_TEXTS = [
  'Your code is {{code}}. It is good for 10 minutes. Never tell it to anybody.',
  'Your order {{code}} has left our warehouse and arrives tomorrow between 8 and 18.',
  '{{name}}, your appointment is confirmed for Thursday at 10:30. Reply C to cancel.',
  'Payment of KES 4,500.00 received. Receipt {{code}}. Thank you!',
  '{{name}}，您的验证码是{{code}}，十分钟内有效。',
  'Your driver is 3 minutes away. Look for KDA {{code}}.',
];

export const TEXTS = [...CAMPAIGN_TEXTS, ...SINGLE_TEXTS];

/** The table `texts`, by their places in TEXTS from 0. */
export async function createTexts(tx: OrganisationTx): Promise<void> {
  await tx.sql(
    `CREATE TEMPORARY TABLE texts (
       text_no integer PRIMARY KEY, body text, personal boolean, segments smallint, encoding sms_encoding
     ) ON COMMIT DROP`,
  );
  await insertRows(tx, 'texts', TEXTS.map(textRow));
}

function textRow(body: string, place: number) {
  const template = compileTemplate(body);
  const rendered = template.render({ name: FIRST_NAMES[0] as string, code: CODE });
  if (!rendered.ok) throw new Error(`Text ${place} has a placeholder that is never filled in.`);
  const { segments, encoding } = measureText(rendered.text);
  return { text_no: place, body, personal: template.placeholders.length > 0, segments, encoding };
}

/** SQL: the text `t.body` for the message `m`, as the program fills in placeholders. */
export const FILLED_IN = `replace(replace(t.body,
  '{{name}}', (:names::text[])[1 + floor(pg_temp.dice(:seed::bigint, m.contact, 3) * ${FIRST_NAMES.length})::integer]),
  '{{code}}', lpad(floor(pg_temp.dice(:seed::bigint, m.n, 4) * 1000000)::bigint::text, 6, '0'))`;
