import { parseArgs } from 'node:util';
import type { Users } from './authorization.js';
import { startControl } from './control.js';
import { openLogFile } from './log-file.js';
import { SERVER_VERSIONS } from './node.js';
import { startEventStoreDb } from './server.js';

/**
 * The server as a process: `serve.js --port 2113 --file events.log --version 24.10 --users '{…}'`. All may be left out: a free port,
 * nothing kept, the older version, and an insecure server. Prints one line of JSON when it is ready; SIGTERM ends it.
 */
const text = (preset?: string) => ({ type: 'string', ...(preset === undefined ? {} : { default: preset }) }) as const;
const { values } = parseArgs({ options: { port: text('0'), file: text(), users: text(), version: text('23.10') } });
const kept = values.file === undefined ? null : openLogFile(values.file);
const server = await startEventStoreDb({
  port: Number(values.port),
  version: SERVER_VERSIONS.find((version) => version === values.version) ?? '23.10',
  ...(kept === null ? {} : { log: kept.log }),
  ...(values.users === undefined ? {} : { users: JSON.parse(values.users) as Users }),
});
const control = await startControl(server);
process.once('SIGTERM', () => {
  control.close();
  void server.stop().then(() => kept?.close());
});
console.log(JSON.stringify({ ready: true, url: server.url, control: control.url }));
