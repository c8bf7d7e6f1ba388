import { pause } from '../../flow/pause.js';
import { countedLogRecord } from '../../workers/view-checker/counted-log-record.js';
import type { ImportPlatform } from '../imports/import-platform.js';

interface System {
  readonly views: readonly { readonly name: string; readonly complete: boolean }[];
}

const POLL_MS = 1_000;
const UNAVAILABLE = 503;

/** Whether a preservation service says of every view, search indexes among them, that it is complete. */
const isBuilt = async (preservation: string): Promise<boolean> => {
  const answer = await fetch(`${preservation}/system`);
  if (answer.status === UNAVAILABLE) {
    await answer.body?.cancel();
    return false;
  }
  const { views } = (await answer.json()) as System;
  return views.length > 0 && views.every(({ complete }) => complete);
};

/** Resolves when a preservation service has every view and its search indexes. */
export const untilBuilt = async ({ preservation }: Pick<ImportPlatform, 'preservation'>): Promise<void> => {
  while (!(await isBuilt(preservation))) await pause(POLL_MS);
};

/** Resolves when the platform has compared its views with the whole log, as it does after its first start, beside all else. */
export const untilCompared = async ({
  dependencies,
  records,
}: Pick<ImportPlatform, 'dependencies' | 'records'>): Promise<void> => {
  const counted = countedLogRecord(records);
  const head = (await dependencies.events.head()) ?? '';
  while (((await counted.read())?.tally.position ?? '') < head) await pause(POLL_MS);
};
