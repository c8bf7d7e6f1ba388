import { forEachConcurrently } from '../../flow/concurrently.js';
import { openImportPlatform } from '../imports/import-platform.js';
import { pathOf } from '../imports/planned-files.js';
import { watchTurns, type LongestTurns } from '../watched-turns.js';
import { cpuSecondsSince } from '../measure.js';

/** Messages of the platform's process: a deposit with files in its workspace, and after each edit the longest turns. */
export type PlatformNews = { readonly deposit: string } | { readonly longest: LongestTurns; readonly cpuMs: number };

/** Messages to it: watch the turns of its event loop, report them, or end. */
export type PlatformCommand = 'watch' | 'tell' | 'end';

const AT_ONCE = 64;

const tell = (news: PlatformNews): void => void process.send?.(news);

const [data = '', count = '0'] = process.argv.slice(2);
const { platform, dependencies, buckets } = await openImportPlatform(data);
const body = JSON.stringify({ template: 'RootLevel' });
const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
const opened = await fetch(`${platform.ready.preservation}/deposits`, request);
const { id: deposit } = (await opened.json()) as { readonly id: string };
const prefix = `deposits/${deposit.slice(deposit.lastIndexOf('/') + 1)}/`;
await forEachConcurrently(Array(Number(count)).keys(), { width: AT_ONCE }, async (file) => {
  const at = { bucket: buckets.workspace, key: prefix + pathOf(file) };
  await dependencies.bytes.put(at, Buffer.from(String(file)), { contentType: 'text/plain' });
});

let longest = watchTurns();
let cpu = process.cpuUsage();
process.on('message', (request: PlatformCommand) => {
  if (request === 'watch') {
    longest();
    longest = watchTurns();
    cpu = process.cpuUsage();
  } else if (request === 'tell') {
    const cpuMs = cpuSecondsSince(cpu) * 1_000;
    tell({ longest: longest(), cpuMs });
  } else {
    void platform.stop().then(() => process.disconnect());
  }
});
tell({ deposit });
