import { randomUUID } from 'node:crypto';
import { createContainer } from '../commands/create-container.js';
import type { Intent, Services, Settled } from '../commands/services.js';
import { submitImport } from '../commands/submit-import.js';
import type { PlannedOperation } from '../events/import-plan.js';
import { timestampOf } from '../events/time.js';
import { startPlatform, type Platform } from '../infra/compose/platform.js';
import type { Ports } from '../infra/compose/stores.js';
import type { Config } from '../infra/config/config.js';
import { countedBytes, noCounts, type ByteCounts } from './counted-bytes.js';
import { ownConfig } from '../test/support/own-config.js';

/** A platform in this process and what it stands on, for benches that spare themselves the uploads. */
export interface ImportPlatform {
  readonly platform: Platform;
  readonly services: Services;
  readonly buckets: Config['buckets'];
  /** What the platform has asked of its object store since it started. */
  readonly counts: ByteCounts;
}

export const openImportPlatform = async (data: string): Promise<ImportPlatform> => {
  const config = ownConfig(data, { MUNIMENT_LOG_LEVEL: 'warn' });
  const { buckets } = config;
  const counts = noCounts();
  const opened: Ports[] = [];
  const between = (ports: Ports): Ports => {
    opened.push(ports);
    return { ...ports, bytes: countedBytes(ports.bytes, buckets.workspace, counts) };
  };
  const platform = await startPlatform(config, { ports: between });
  const [ports] = opened;
  if (ports === undefined) throw new Error('the platform did not open its stores');
  const places = {
    workspaceBucket: buckets.workspace,
    repository: { bucket: buckets.repository, prefix: '' },
    staging: { bucket: buckets.staging, prefix: '' },
  };
  const metsAgent = { name: 'bench', accepted: [] };
  const services = { ...ports, places, now: () => new Date(), producer: 'bench', metsAgent };
  return { platform, services, buckets, counts };
};

const intent = (): Intent => ({
  commandId: randomUUID(),
  correlationId: 'bench',
  actor: { agent: 'ada', source: 'user', appId: null },
  at: timestampOf(new Date()),
  requestSha256: 'c0ffee'.repeat(11).slice(2),
});

const done = <T>(settled: Settled<T>): T => {
  if ('refusal' in settled) throw new Error(settled.refusal.detail);
  return settled.ok;
};

export const makeContainer = async ({ services }: ImportPlatform, path: string): Promise<void> => {
  done(await createContainer(services, intent(), { path, displayName: null }));
};

/** Submits a job as a gateway does, and waits until all that follows from it is done. */
export const importGroup = async (
  { platform, services }: ImportPlatform,
  archivalGroup: string,
  operations: AsyncIterable<PlannedOperation>,
): Promise<void> => {
  const request = {
    importJob: null,
    originalImportJob: null,
    isUpdate: null,
    archivalGroupName: 'Letters',
    source: null,
    suppressActivityStreamEvent: false,
    createdBy: 'ada',
  };
  done(await submitImport(services, intent(), { depositId: null, archivalGroup, request, operations }));
  await platform.settle();
};
