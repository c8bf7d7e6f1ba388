import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandIn, lockHolder } from '../../../../infra/compose/process/lock-holder.js';
import { whenFree } from '../../../../infra/compose/process/when-free.js';
import { ArchiveInUse } from '../../../../infra/compose/process/archive-in-use.js';
import { openToRead } from '../../../../infra/embedded/read-only-database.js';
import { closeDatabase, openDatabase } from '../../../../infra/embedded/sqlite.js';
import { failureOf } from '../../../support/failure-of.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const inUse = (): never => {
  throw Object.assign(new Error('in use'), { code: 'store-in-use' });
};

describe('waiting for an archive that another process uses', () => {
  const folder = temporaryFolder();
  const log = (): string => join(folder(), 'events.sqlite');
  const archive = (waitMs: number, signal?: AbortSignal) => ({ folder: folder(), log: log(), waitMs, signal });

  const sentence = async (waitMs: number): Promise<string> =>
    ((await failureOf(whenFree(archive(waitMs), inUse))) as Error).message;

  it('opens it as soon as it is free', async () => {
    let tries = 0;
    expect(await whenFree(archive(60_000), () => (++tries < 3 ? inUse() : 'opened'))).to.equal('opened');
  });

  it('does not repeat what fails for another reason, and ends with its signal', async () => {
    const other = new Error('damaged');
    const broken = (): never => {
      throw other;
    };
    expect(await failureOf(whenFree(archive(60_000), broken))).to.equal(other);
    const reason = new Error('the user has interrupted it');
    expect(await failureOf(whenFree(archive(60_000, AbortSignal.abort(reason)), inUse))).to.equal(reason);
  });

  it('ends with a sentence, which names nobody where nobody is known', async () => {
    expect(await failureOf(whenFree(archive(0), inUse))).to.be.instanceOf(ArchiveInUse);
    expect(await sentence(0)).to.equal(`The archive ${folder()} is in use by another process.`);
    expect(await sentence(600)).to.equal(`The archive ${folder()} is in use by another process. Waited 1 s.`);
  });

  describe('whose platform says that it runs there', () => {
    let server: Server;
    let instance: string;
    beforeEach(async () => {
      instance = 'one';
      server = createServer((_, response) => response.setHeader('Muniment-Instance', instance).end()).listen(0);
      await once(server, 'listening');
    });
    afterEach(() => server.close());

    const announce = (host: string): void => {
      const preservation = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const said = { instance: 'one', command: 'muniment start', process: 4711, since: '2026-11-26T14:42:00Z' };
      writeFileSync(join(folder(), 'running.json'), JSON.stringify({ ...said, host, preservation }));
    };

    it('does not wait for one that answers', async () => {
      announce('archive2');
      const fault = await failureOf(whenFree(archive(60_000), inUse));
      expect(fault).to.have.nested.property('holder.served.process', 4711);
    });

    it('waits where another one answers at its address, and names the host', async () => {
      announce('archive2');
      instance = 'two';
      expect(await sentence(0)).to.equal(`The archive ${folder()} is in use by a platform on host archive2.`);
    });
  });

  describe('of this host', () => {
    let child: ChildProcess;
    afterEach(async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    });

    it('names the process that has the lock, whether it reads or writes', async function () {
      if (process.platform !== 'linux') this.skip();
      closeDatabase(openDatabase(log()));
      const module = new URL('../../../../infra/embedded/read-only-database.js', import.meta.url).href;
      const script = `import { openToRead } from ${JSON.stringify(module)};
        globalThis.kept = openToRead(${JSON.stringify(log())});
        console.log('open');
        setInterval(() => undefined, 60_000);`;
      const file = join(folder(), 'muniment.mjs');
      writeFileSync(file, script);
      child = spawn(process.execPath, [file, 'restore', 'letters'], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout!, 'data');
      const holder = lockHolder(log());
      expect(holder).to.include({ process: child.pid, command: 'muniment restore' });
      expect(Math.abs((holder?.since?.getTime() ?? 0) - Date.now())).to.be.below(60_000);
      expect(await sentence(0)).to.match(
        new RegExp(`is in use by muniment restore \\(process ${child.pid}, since [- :0-9]+\\)\\.$`),
      );
      const own = openToRead(log());
      expect(lockHolder(log())).to.include({ process: child.pid });
      own.close();
    });
  });
});

describe('the name of a command', () => {
  const cases: readonly [words: string, name: string][] = [
    ['node --enable-source-maps /a/dist/infra/compose/muniment.js audit letters', 'muniment audit'],
    ['node /usr/bin/muniment --data x start', 'muniment start'],
    ['/usr/local/bin/muniment --version', 'muniment'],
    ['sqlite3 events.sqlite', 'sqlite3'],
    ['node /a/node_modules/mocha/bin/mocha.js', 'mocha'],
  ];
  for (const [words, name] of cases)
    it(`is ${name} for ${words}`, () => expect(commandIn(words.split(' '))).to.equal(name));
});
