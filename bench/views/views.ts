import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { generateLog } from './generated-log.js';
import type { MeasuredRebuild } from './rebuild-process.js';
import { recordDeposit } from './recorded-deposit.js';

const DEPOSITS = 10_000;
/** Facts a second on two cores. */
const GOAL = 40_000;
const PROGRAM = fileURLToPath(new URL('rebuild-process.js', import.meta.url));

const rebuild = async (data: string): Promise<MeasuredRebuild> => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, data]);
  return JSON.parse(stdout) as MeasuredRebuild;
};

/** Builds all views of an embedded log from its beginning, in a process of its own. */
export const viewsBench = (): Promise<readonly Figure[]> =>
  inFolder(async (data) => {
    const events = openEventStore(join(data, 'events.sqlite'), createCodec(catalogue));
    const facts = await generateLog(events, await recordDeposit(), DEPOSITS);
    await events.close();
    const { seconds, cpuSeconds } = await rebuild(data);
    const name = `all views of ${facts.toLocaleString('en')} facts of ${DEPOSITS.toLocaleString('en')} deposits`;
    const perSecond = facts / seconds;
    return [
      { name, value: perSecond, unit: 'facts/s', ratio: { to: `${GOAL} facts/s`, value: perSecond / GOAL, goal: 1 } },
      { name: 'facts for each second of processor time', value: facts / cpuSeconds, unit: 'facts' },
    ];
  });
