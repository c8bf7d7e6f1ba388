import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { EventStore } from '../../events/store.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { startPlatform } from '../../infra/compose/platform/platform.js';
import type { Ports } from '../../infra/compose/stores/stores.js';
import { faulty, type Moment, type PortCall } from '../support/faults/faulty.js';
import type { KillPoint } from '../support/main-job/lines.js';
import { appended, stored } from '../support/main-job/step-names.js';
import { ownConfig } from '../support/own-config.js';

/**
 * A whole platform in one process that kills itself where it is told to: `platform-child <data folder> <kill point>
 * <settings>` (JSON; the kill point may be null). It says when it begins to open its folder and when it is ready; for each line it hears it comes to
 * rest and says so; it ends when nobody can speak to it any more.
 */
const [, , data = '', kill = 'null', settings = '{}'] = process.argv;
const killPoint = JSON.parse(kill) as KillPoint | null;

const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

let reached = 0;
const come = (step: string, moment: Moment): void => {
  if (killPoint?.step !== step || killPoint.moment !== moment) return;
  reached += 1;
  if (reached < killPoint.time) return;
  say({ kind: 'reached' });
  process.kill(process.pid, 'SIGKILL');
};

/** What a deletion is about is told by its bucket, and in the repository it is debris. */
const storedStep = (call: PortCall): string | null =>
  call.method === 'delete' && String(call.args[0]).endsWith('repository')
    ? 'remove content'
    : (stored({ request: '', staged: false }, call)
        ?.replace(/^put v\d+\//, 'put version ')
        .replace(/^scaffold (?=(?:data\/)?metadata\/.)/, 'put output ') ?? null);

/** Checkpoints are steps here, by the name of their reader. */
const appendedStep = (call: PortCall): string | null => {
  const stream = String(call.args[0]);
  return call.method === 'append' && stream.startsWith('checkpoint-') ? `append to ${stream}` : appended(call);
};

const watch =
  (stepOf: (call: PortCall) => string | null) =>
  (call: PortCall, moment: Moment): void => {
    if (killPoint === null) return;
    const step = stepOf(call);
    if (step !== null) come(step, moment);
  };

const ports = ({ events, bytes, documents }: Ports): Ports => ({
  events: faulty<EventStore>(events, watch(appendedStep)),
  bytes: faulty<ObjectStore>(bytes, watch(storedStep)),
  documents,
});

process.stdin.once('end', () => process.exit(1));
const config = ownConfig(data, JSON.parse(settings) as Record<string, string>);
say({ kind: 'opening' });
const platform = await startPlatform(config, { ports });
say({ kind: 'ready', ready: platform.ready });
for await (const line of createInterface(process.stdin)) {
  if (line !== 'settle') continue;
  await platform.settle();
  say({ kind: 'settled' });
}
