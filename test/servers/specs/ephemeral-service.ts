import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersHttp } from '../answers.js';
import type { Program, Service } from '../service.js';

const SERVER = `
const [port] = process.argv.slice(2);
require('node:http').createServer((_, answer) => answer.end()).listen(Number(port), '127.0.0.1');
`;

/** A program that installs at once; it counts how often it had to. */
export const ephemeralProgram = (version = '1'): Program & { readonly installs: () => number } => {
  let count = 0;
  return {
    name: 'Ephemeral',
    version,
    folder: 'ephemeral/bin',
    isCompiled: false,
    installs: () => count,
    async install(folder) {
      count++;
      await writeFile(join(folder, 'server.cjs'), SERVER);
    },
  };
};

/** A small real server, as the servers of the catalogue are: it is installed, started, asked, and stopped. */
export const ephemeralService = (changes: Partial<Service> = {}): Service => ({
  name: 'ephemeral',
  program: ephemeralProgram(),
  ports: 1,
  prepare: async ({ folder }) => {
    await writeFile(join(folder, 'prepared'), '', { flag: 'a' });
  },
  launch: ({ program, ports: [port] }) => ({
    command: process.execPath,
    words: [join(program, 'server.cjs'), String(port)],
  }),
  isReady: ({ ports: [port] }) => answersHttp(`http://127.0.0.1:${port}/`),
  address: ({ ports: [port] }) => `127.0.0.1:${port}`,
  variable: 'MUNIMENT_TEST_EPHEMERAL',
  value: ({ ports: [port] }) => `127.0.0.1:${port}`,
  ...changes,
});
