import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('running a program of an installation', () => {
  const folder = temporaryFolder();
  const run = (script: string): Promise<string> =>
    runProgram({ command: process.execPath, words: ['-e', script], log: join(folder(), 'log') });

  it('gives what it printed, and keeps all it said in the log', async () => {
    expect(await run('console.error("aside"); console.log("answer")')).to.equal('answer\n');
    expect(readFileSync(join(folder(), 'log'), 'utf8'))
      .to.contain('aside')
      .and.contain('answer');
  });

  it('says how it ended and its last line when it fails', async () => {
    const fault = await run('console.error("first"); console.error("no such module"); process.exit(7)').catch(String);
    expect(fault).to.match(/ended with 7: no such module/);
  });

  it('says that a program is missing', async () => {
    const call = { command: join(folder(), 'nothing'), words: [], log: join(folder(), 'log'), attempts: 3 };
    expect(await runProgram(call).catch(String)).to.match(/nothing is not installed on this machine/);
  });
});

describe('the services command on a machine without the tools it needs', () => {
  const folder = temporaryFolder();

  it('names each server with what is missing, and ends with 1', async () => {
    const command = fileURLToPath(new URL('../services-process.js', import.meta.url));
    const child = spawn(process.execPath, [command, 'install'], {
      env: { PATH: folder(), MUNIMENT_SERVICES_CACHE: folder() },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit') as Promise<[number | null]>;
    const [said, [code]] = await Promise.all([text(child.stderr), ended]);
    expect(code).to.equal(1);
    expect(said)
      .to.match(/Kafka .* cannot be had: java is not installed/)
      .and.match(/MongoDB .* cannot be had: (python3 is not installed|there is a mongod for)/)
      .and.match(/versitygw .* cannot be had: go is not installed/)
      .and.match(/MinIO .* cannot be had: go is not installed/);
  });
});
