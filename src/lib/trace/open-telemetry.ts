import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../log/logger.js';
import { VERSION } from '../version.js';
import type { OpenSpan, SamplerName, SpanPlace, Tracer } from './tracing.js';

export interface OpenTelemetryOptions {
  readonly logger: Logger;
  /** Of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly sampler: SamplerName;
  readonly samplerRatio: number;
  /** What the process does: `api`, `worker` or `all`. */
  readonly role: string;
}

export interface OpenTelemetry {
  readonly tracer: Tracer;
  /** Sends what is waiting, for as long as the collector may take. Never rejects. */
  stop(): Promise<void>;
}

/** A collector that does not respond must neither hold memory nor delay the stop. */
const EXPORT_TIMEOUT_MS = 3_000;
const LAST_EXPORT_MS = 2_000;
const EXPORT_EVERY_MS = 1_000;
const MOST_WAITING_SPANS = 8_192;

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };

/**
 * Loads the SDK of OpenTelemetry, which only a process that traces imports. It registers nothing globally and patches
 * no module: `tracing.ts` keeps the context.
 */
export function startOpenTelemetry(options: OpenTelemetryOptions): OpenTelemetry {
  const ids = new ChosenIds();
  const root = rootSampler(options);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new BatchSpanProcessor({
    exporter: noticeFailures(exporter, options.logger),
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    maxQueueSize: MOST_WAITING_SPANS,
  });
  const provider = new TracerProvider({
    idGenerator: ids,
    sampler: options.sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root,
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'postrider', 'service.version': VERSION }))
      .merge(resourceFromAttributes({ 'process.pid': process.pid, 'postrider.role': options.role }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [processor],
  });
  const spans = provider.getTracer('postrider', VERSION);
  return {
    tracer: {
      begin: ({ name, kind, attributes, parent, at, links = [], startedAtMs }) =>
        ids.choosing(at ?? null, () => {
          const context = parent ? trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent)) : ROOT_CONTEXT;
          const linked = links.map((place) => ({ context: spanContextOf(place) }));
          const given = { kind: KINDS[kind], attributes: { ...attributes }, links: linked };
          return openSpan(spans.startSpan(name, { ...given, ...(startedAtMs && { startTime: startedAtMs }) }, context));
        }),
      isSampled: (traceId) => isSampledBy(root, traceId),
    },
    async stop() {
      const ended = sleep(LAST_EXPORT_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown().catch(() => undefined), ended]);
    },
  };
}

function rootSampler({ sampler, samplerRatio }: OpenTelemetryOptions): Sampler {
  if (sampler.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(samplerRatio);
  return sampler.endsWith('always_off') ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

function isSampledBy(sampler: Sampler, traceId: string): boolean {
  const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, []);
  return decision === SamplingDecision.RECORD_AND_SAMPLED;
}

function spanContextOf({ traceId, spanId, isSampled }: SpanPlace) {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

function openSpan(span: Span): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    place: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (reason) => void span.setStatus({ code: SpanStatusCode.ERROR, message: reason }),
    end: () => span.end(),
  };
}

/** Random ids, but for a span whose ids are given. The SDK asks for ids while it starts a span, in the same turn. */
class ChosenIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  private chosen: SpanPlace | null = null;

  choosing<T>(place: SpanPlace | null, start: () => T): T {
    this.chosen = place;
    try {
      return start();
    } finally {
      this.chosen = null;
    }
  }

  generateTraceId(): string {
    return this.chosen?.traceId ?? this.random.generateTraceId();
  }

  generateSpanId(): string {
    return this.chosen?.spanId ?? this.random.generateSpanId();
  }
}

/** Says once that the collector is away, and once that it is back. */
function noticeFailures(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isFailing) logger.warn({ err: result.error }, 'traces could not be sent to the collector');
        if (!hasFailed && isFailing) logger.info('traces are sent to the collector again');
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
