import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** One reading of a gauge: its labels and its value. */
export interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of a process, in the Prometheus text format. */
export interface Metrics {
  /** Records an answered request. */
  request(service: string, operation: string, status: number, seconds: number): void;
  /** Records an append. */
  append(outcome: 'written' | 'conflict' | 'fault', seconds: number): void;
  /** Records a copy inside the object store. */
  copy(outcome: 'done' | 'fault', seconds: number, bytes: number): void;
  /** Adds a gauge that is read at each scrape; if the read fails the gauge is absent from that scrape. */
  gauge(name: string, help: string, labels: readonly string[], read: () => Promise<readonly Reading[]>): void;
  page(): Promise<{ readonly mediaType: string; readonly text: string }>;
}

/** From the fastest append on one disk to the deadline of requests. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** How often the delay of the event loop is measured; the usual ten milliseconds wake a process at rest a hundred times a second. */
const LOOP_DELAY_EVERY_MS = 500;

/** The metrics of one process, including its memory and event loop. */
export const openMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_DELAY_EVERY_MS });
  const requests = new Histogram({
    name: 'muniment_request_seconds',
    help: 'Requests by service, operation and status, and how long they took until they were answered.',
    labelNames: ['service', 'operation', 'status'],
    buckets: SECONDS,
    registers,
  });
  const appends = new Histogram({
    name: 'muniment_append_seconds',
    help: 'Appends to the event log by their outcome.',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  const copies = new Histogram({
    name: 'muniment_copy_seconds',
    help: 'Copies inside the object store by their outcome.',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  const copied = new Counter({
    name: 'muniment_copied_bytes_total',
    help: 'Bytes copied inside the object store.',
    registers,
  });
  return {
    request: (service, operation, status, seconds) => requests.observe({ service, operation, status }, seconds),
    append: (outcome, seconds) => appends.observe({ outcome }, seconds),
    copy: (outcome, seconds, bytes) => {
      copies.observe({ outcome }, seconds);
      copied.inc(bytes);
    },
    gauge: (name, help, labelNames, read) => {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset();
          const readings = await read().catch(() => []);
          for (const { labels, value } of readings) this.set(labels, value);
        },
      });
    },
    page: async () => ({ mediaType: registry.contentType, text: await registry.metrics() }),
  };
};
