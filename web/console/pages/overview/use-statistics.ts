import { useEffect, useMemo, useState } from 'react';
import { type Answer, useAnswer } from '../../api/use-answer.js';
import { OverviewStatistics, type OverviewStatisticsQuery } from '../../generated/documents.js';
import { useMay, useViewer } from '../../state/viewer.js';
import { ZONE } from '../../texts/format.js';
import { type Span, type SpanName, spanOf } from './spans.js';

export interface AskedStatistics {
  readonly answer: Answer<OverviewStatisticsQuery>;
  readonly span: Span;
  readonly zone: string;
}

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** What became of the messages of a span; asked again as time goes on. */
export function useStatistics(name: SpanName, isTest: boolean): AskedStatistics {
  const zone = useViewer()?.organisation?.timeZone ?? ZONE;
  const mayRead = useMay('sms:read');
  const quarter = useQuarter();
  const span = useMemo(() => spanOf(name, quarter * QUARTER_MS, zone), [name, quarter, zone]);
  const variables = { from: span.from, to: span.to, bucket: span.bucket, test: isTest };
  return { answer: useAnswer(OverviewStatistics, variables, { pause: !mayRead }), span, zone };
}

/** Quarters of an hour, because in some zones hours begin at one. */
function useQuarter(): number {
  const [quarter, setQuarter] = useState(() => Math.floor(Date.now() / QUARTER_MS));
  useEffect(() => {
    const timer = setInterval(() => setQuarter(Math.floor(Date.now() / QUARTER_MS)), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return quarter;
}
