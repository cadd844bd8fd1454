import type { SmartEncodingEffect } from '../../domain/sms/bulk-plan.js';
import { nameOfReplaced } from '../../domain/sms/smart-encoding.js';
import type { Context } from '../../operations/context.js';
import type { SendBulkSmsInput } from '../../operations/sms/send/plan-bulk-sms.js';
import { type BulkPreview, type GatewayShare, previewBulkSms } from '../../operations/sms/send/preview-bulk-sms.js';
import { print, printJson } from '../output.js';
import { formatNumber } from './progress.js';

/** Shows for each campaign what it would do. Nothing is stored or sent. */
export async function showPreviews(
  context: Context,
  inputs: readonly SendBulkSmsInput[],
  json: boolean,
): Promise<void> {
  const previews: BulkPreview[] = [];
  for (const input of inputs) previews.push(await previewBulkSms(context, input));
  if (json) return printJson(previews.map((preview, index) => describe(inputs[index]?.name ?? null, preview)));
  for (const [index, preview] of previews.entries()) print(formatPreview(inputs[index]?.name ?? '', preview));
  print('Nothing was sent.');
}

function describe(name: string | null, preview: BulkPreview) {
  const { total, accepted, invalid, duplicates, suppressed, segments, samples, smartEncoding } = preview;
  return {
    name,
    total,
    accepted,
    invalid,
    duplicates,
    suppressed,
    segments,
    encodings: preview.encodings,
    gateways: preview.gateways.map(({ creditFor, ...share }) => ({ ...share, credit_for: creditFor })),
    samples,
    smart_encoding: smartEncoding && {
      messages: smartEncoding.messages,
      segments_before: smartEncoding.segmentsBefore,
      replacements: smartEncoding.replacements,
    },
    problems: preview.problems.map(({ deliveryCode, ...problem }) => ({ ...problem, delivery_code: deliveryCode })),
    starts_at: preview.startsAt,
    estimated_end_at: preview.estimatedEndAt,
  };
}

const PROBLEMS_SHOWN = 10;

function formatPreview(name: string, preview: BulkPreview): string {
  const { accepted, segments, samples, problems, startsAt, estimatedEndAt, smartEncoding } = preview;
  const encodings = preview.encodings.map((one) => `${formatNumber(one.messages)} ${one.encoding}`).join(', ');
  const lines = [
    `Campaign ${name}: ${formatNumber(accepted)} messages, ${formatNumber(segments)} segments${encodings && ` (${encodings})`}`,
    ...(smartEncoding?.messages ? [formatEffect(smartEncoding, segments)] : []),
    ...preview.gateways.map(formatGateway),
    `  starts ${startsAt.toISOString()}${estimatedEndAt ? `, ends about ${estimatedEndAt.toISOString()}` : ''}`,
    ...samples.map(({ kind, text }) => `  ${kind}: ${text}`),
    ...problems.slice(0, PROBLEMS_SHOWN).map(({ mobile, message }) => `  no message to ${mobile}: ${message}`),
  ];
  const more = problems.length - PROBLEMS_SHOWN;
  return [...lines, ...(more > 0 ? [`  … and ${formatNumber(more)} more without a message`] : [])].join('\n');
}

function formatEffect({ messages, segmentsBefore, replacements }: SmartEncodingEffect, segments: number): string {
  const characters = replacements.map(({ character }) => nameOfReplaced(character)).join(' ');
  const saved = formatNumber(segmentsBefore - segments);
  return `  smart encoding: ${formatNumber(messages)} texts changed, ${saved} segments saved, ${characters} replaced`;
}

function formatGateway({ gateway, messages, segments, creditFor }: GatewayShare): string {
  const credit = creditFor !== null && creditFor < messages ? `, credit for the first ${formatNumber(creditFor)}` : '';
  return `  ${gateway}: ${formatNumber(messages)} messages, ${formatNumber(segments)} segments${credit}`;
}
