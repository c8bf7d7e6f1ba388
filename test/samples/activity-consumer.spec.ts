import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { serve, type Service } from '../gateways/service.js';
import { projectRoot } from '../support/project-root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const program = join(projectRoot, 'samples', 'activity-consumer', 'consume.py');

/** Seven digits of a second, a millisecond between two activities. */
const activities = Array.from({ length: 150 }, (_, index) => ({
  type: 'Update',
  object: { id: `http://here.example/repository/g${index}`, type: 'ArchivalGroup' },
  endTime: `2026-01-01T00:00:00.${String(index).padStart(3, '0')}1239Z`,
}));

describe('the sample that consumes the activity stream: python3', () => {
  const folder = temporaryFolder();
  let service: Service;
  let journal: string;
  before(async function () {
    if (!hasPython) this.skip();
    service = await serve((request, response) => {
      const page = (number: number): object => ({ id: `${service.base}/pages/${number}` });
      const answers: Record<string, object> = {
        '/collection': { last: page(2) },
        '/pages/2': { prev: page(1), orderedItems: activities.slice(100) },
        '/pages/1': { orderedItems: activities.slice(0, 100) },
      };
      response.end(JSON.stringify(answers[request.url ?? '']));
    });
  });
  after(() => (hasPython ? service.close() : undefined));
  beforeEach(() => {
    journal = join(folder(), 'journal');
  });

  const run = async (...words: readonly string[]): Promise<{ code: number | null; errors: string }> => {
    const child = spawn('python3', [program, `${service.base}/collection`, '--journal', journal, '--every', '0', ...words]);
    child.stdout.resume();
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { code: child.exitCode, errors };
  };
  const processed = async (): Promise<unknown[]> =>
    (await readFile(journal, 'utf8')).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));

  it('writes down every activity over all pages, oldest first, and nothing the second time', async () => {
    for (let times = 0; times < 2; times++) {
      expect(await run()).to.deep.equal({ code: 0, errors: '' });
      expect(await processed()).to.deep.equal(activities);
    }
  });

  it('goes on wherever its journal was cut off', async () => {
    await run();
    const whole = await readFile(journal);
    const line = whole.indexOf('\n') + 1;
    for (const cut of [0, 1, line, line + 3, whole.length - 20, whole.length - 1]) {
      await writeFile(journal, whole.subarray(0, cut));
      await run();
      expect(await readFile(journal), `cut at ${cut}`).to.deep.equal(whole);
    }
    await writeFile(journal, Buffer.concat([whole.subarray(0, line), Buffer.from(`{"id": "${'x'.repeat(200_000)}`)]));
    await run();
    expect(await readFile(journal)).to.deep.equal(whole);
  });

  it('begins behind a given time', async () => {
    await run('--since', '2026-01-01T01:00:00.140+01:00');
    expect(await processed()).to.deep.equal(activities.slice(140));
  });

  it('keeps what a command did not process, and gives the rest to it', async () => {
    const late = ['--since', '2026-01-01T00:00:00.140Z'];
    const { code, errors } = await run(...late, '--run', 'sh', '-c', '! grep -q g145');
    expect(code).to.equal(1);
    expect(errors).to.match(/^CalledProcessError: /);
    expect(await processed()).to.deep.equal(activities.slice(140, 145));
    expect((await run('--run', 'cat')).code).to.equal(0);
    expect(await processed()).to.deep.equal(activities.slice(140));
  });
});
