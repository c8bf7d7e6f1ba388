import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeSfCommand } from '../../infra/compose/commands/tools/sf-command.js';
import { findCommand } from '../../infra/tools/process/find-command.js';
import { eicar } from '../../infra/tools/clamav/eicar.js';
import { until } from '../support/scheduling/until.js';
import { spawnWithLog } from '../support/spawn-with-log.js';
import { shellCommand } from '../support/tools/stand-in.js';

/** Where tools are: the folder that `.ci/tools` has installed them into, and the machine's own. */
export const toolPath = [
  process.env['MUNIMENT_TEST_TOOLS'] ?? process.env['MUNIMENT_TOOL_PATH'] ?? '',
  process.env['PATH'] ?? '',
  '/usr/sbin',
].join(':');

/** Skips the tests of a suite where a command is missing, unless the environment promises that it is there. */
export const needsCommand = (context: Mocha.Context, name: string): string => {
  const found = findCommand(name, toolPath);
  if (found !== null) return found;
  if (process.env['MUNIMENT_TEST_TOOLS'] !== undefined) throw new Error(`${name} is not installed`);
  return context.skip();
};

/** Writes the command sf that runs the installed pygfried into a folder, and answers that. */
export const pygfriedIn = async (folder: string): Promise<string> => {
  const python = join(dirname(findCommand('brunnhilde.py', toolPath) ?? ''), 'python3'); // which has both packages
  const bin = shellCommand(join(folder, 'pygfried'), 'python3', `exec '${python}' "$@"`);
  await writeSfCommand(bin);
  return bin;
};

/** Writes Siegfried's own command with its signatures into a folder, and answers that; skips where there is none. */
export const siegfriedIn = (context: Mocha.Context, folder: string): string => {
  const installed = process.env['MUNIMENT_TEST_SIEGFRIED'];
  if (installed === undefined) return context.skip();
  return shellCommand(join(folder, 'siegfried'), 'sf', `exec '${installed}/sf' -home '${installed}' "$@"`);
};

/** A folder of signatures with one for the EICAR test file, as no others can be had everywhere. */
const signatures = (folder: string): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'local.ndb'), `Eicar-Test-Signature:0:0:${Buffer.from(eicar()).toString('hex')}\n`);
  return folder;
};

/** A folder with a clamscan that has these signatures. */
export const clamscanIn = (folder: string, clamscan: string): string =>
  shellCommand(
    join(folder, 'bin'),
    'clamscan',
    `exec '${clamscan}' --database='${signatures(join(folder, 'db'))}' "$@"`,
  );

/** A running clamd. */
export interface Daemon {
  readonly socket: string;
  kill(): Promise<void>;
}

/** Whether something listens at a socket; its file is there before. */
const listensAt = async (socket: string): Promise<boolean> => {
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
};

/** Resolves when it listens; rejects with what it has said when it ends before. */
export const startClamd = async (folder: string, clamd: string): Promise<Daemon> => {
  const [socket, config] = [join(folder, 'clamd.sock'), join(folder, 'clamd.conf')];
  const log = join(folder, 'clamd.log');
  const lines = [
    `DatabaseDirectory ${signatures(join(folder, 'db'))}`,
    `LocalSocket ${socket}`,
    'Foreground yes',
    'SelfCheck 0',
    // As docs/tools.md tells, but smaller.
    'StreamMaxLength 1M',
    'MaxFileSize 5M',
    'MaxScanSize 4M',
    'AlertExceedsMax yes',
    'AlertEncrypted yes',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const child = spawnWithLog({ command: clamd, words: [`--config-file=${config}`], env: process.env, log });
  const ended = once(child, 'exit');
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await until('clamd listens', async () => isGone() || (await listensAt(socket)));
  if (isGone()) throw new Error(`clamd ended before it listened: ${readFileSync(log, 'utf8')}`);
  return {
    socket,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
