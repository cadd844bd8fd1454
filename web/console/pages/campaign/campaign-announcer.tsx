import { useEffect, useRef, useState } from 'react';
import { finishedOf, isUnderWay, totalOf } from '../../parts/states/counts.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

const EVERY_MS = 20_000;
const STEPS = [0.25, 0.5, 0.75] as const;

/** Tells screen readers the quarters, holds and the end, and nothing more often than every 20 seconds. */
export function CampaignAnnouncer({ campaign }: { readonly campaign: Campaign }) {
  const news = newsOf(campaign);
  const [said, setSaid] = useState('');
  const last = useRef({ news, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (news === last.current.news) return;
    const wait = Math.max(0, last.current.at + EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      last.current = { news, at: performance.now() };
      setSaid(news);
    }, wait);
    return () => clearTimeout(timer);
  }, [news]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

function newsOf({ status, counts }: Campaign): string {
  if (!isUnderWay({ status })) return words.announce.ended(counts.delivered, totalOf(counts));
  if (status === 'HELD') return words.announce.held;
  const share = finishedOf(counts) / Math.max(1, totalOf(counts));
  const step = STEPS.findLast((one) => share >= one);
  return step === undefined ? '' : words.announce.progress(step);
}
