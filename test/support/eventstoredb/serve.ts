import { parseArgs } from 'node:util';
import { startControl } from './control.js';
import { openLogFile } from './log-file.js';
import { startEventStoreDb } from './server.js';

/**
 * The server as a process: `serve.js --port 2113 --file events.log`. Both may be left out: a free port, and nothing
 * kept. Prints one line of JSON when it is ready; SIGTERM ends it.
 */
const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, file: { type: 'string' } } });
const kept = values.file === undefined ? null : openLogFile(values.file);
const server = await startEventStoreDb({ port: Number(values.port), ...(kept === null ? {} : { log: kept.log }) });
const control = await startControl(server);
process.once('SIGTERM', () => {
  control.close();
  void server.stop().then(() => kept?.close());
});
console.log(JSON.stringify({ ready: true, url: server.url, control: control.url }));
