import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startPlatform } from '../../infra/compose/platform/platform.js';
import type { Ports } from '../../infra/compose/stores/stores.js';
import { ownConfig } from '../support/platform/own-config.js';
import { die, stepped, strikingAt, type KillPoint } from '../support/processes/kill-point.js';

/**
 * A whole platform in one process that kills itself where it is told to: `platform-child <data folder> <kill point>
 * <settings>` (JSON; the kill point may be null). It says when it begins to open its folder and when it is ready; for
 * each line it hears it comes to rest and says so; it ends when nobody can speak to it any more.
 */
const [, , data = '', kill = 'null', settings = '{}'] = process.argv;

const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

const come = strikingAt(JSON.parse(kill) as KillPoint | null, () => {
  say({ kind: 'reached' });
  die();
});

process.stdin.once('end', () => process.exit(1));
const config = ownConfig(data, JSON.parse(settings) as Record<string, string>);
say({ kind: 'opening' });
const platform = await startPlatform(config, { ports: (ports: Ports) => stepped(ports, come) });
say({ kind: 'ready', ready: platform.ready });
for await (const line of createInterface(process.stdin)) {
  if (line !== 'settle') continue;
  await platform.settle();
  say({ kind: 'settled' });
}
