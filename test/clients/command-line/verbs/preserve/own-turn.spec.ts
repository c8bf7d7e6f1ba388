import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { takeTurn, type TurnHolder } from '../../../../../clients/command-line/verbs/preserve/own-turn.js';
import { projectRoot } from '../../../../support/project-root.js';

const MODULE = join(projectRoot, 'dist/clients/command-line/verbs/preserve/own-turn.js');

describe('the turn of a command at a group', () => {
  const around = (waits: (holder: TurnHolder) => void = () => undefined, signal = new AbortController().signal) => ({
    ...{ now: new Date('2026-11-26T15:42:00Z'), waits, signal },
  });

  it('is had by one at a time, and the next one is told by whom', async () => {
    const key = randomUUID();
    const first = await takeTurn(key, around());
    const told: TurnHolder[] = [];
    const order: string[] = [];
    const second = takeTurn(
      key,
      around((holder) => {
        told.push(holder);
        order.push('first ends');
        void first.end();
      }),
    ).then((turn) => {
      order.push('second begins');
      return turn;
    });
    await (await second).end();
    expect(order).to.deep.equal(['first ends', 'second begins']);
    expect(told).to.deep.equal([{ process: process.pid, since: '2026-11-26T15:42:00.000Z' }]);
  });

  it('is free for another key, and after the process that had it was killed', async () => {
    const key = randomUUID();
    const script = `
      const { takeTurn } = await import(${JSON.stringify(MODULE)});
      await takeTurn(${JSON.stringify(key)}, { now: new Date(), waits() {}, signal: new AbortController().signal });
      process.stdout.write('taken');
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await (await takeTurn(randomUUID(), around())).end();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await takeTurn(key, around())).end();
  });

  it('is no longer waited for after a signal', async () => {
    const key = randomUUID();
    const first = await takeTurn(key, around());
    const stopping = new AbortController();
    const waiting = takeTurn(
      key,
      around(() => stopping.abort(new Error('stop')), stopping.signal),
    );
    expect(await waiting.catch((error: unknown) => (error as Error).message)).to.equal('stop');
    await first.end();
  });
});
