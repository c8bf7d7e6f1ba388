import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { installProgram } from '../install.js';
import { isRunning } from '../process-identity.js';
import { placeOf, runs, startService, stopService } from '../start.js';
import { readState, remember, type Entry } from '../state.js';
import { holdsWithin } from '../../support/scheduling/holds-within.js';
import type { PortRange } from '../free-ports.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { ephemeralService } from './ephemeral-service.js';

const range: PortRange = [20_000, 20_999];

describe('starting and stopping a server', () => {
  const service = ephemeralService();
  const cache = temporaryFolder((folder) => stopService(folder, service, false));
  const entry = (): Entry | undefined => readState(cache())[service.name];
  const folder = (): string => placeOf(cache(), service, entry()!).folder;
  const start = (): Promise<boolean> => startService(cache(), service, range);

  beforeEach(() => installProgram(cache(), service.program));

  it('leaves it serving, with its data in a folder of its own', async () => {
    expect(await start()).to.equal(true);
    expect(await service.isReady(placeOf(cache(), service, entry()!))).to.equal(true);
    expect(existsSync(join(folder(), 'prepared'))).to.equal(true);
  });

  it('does nothing the second time', async () => {
    await start();
    const first = entry();
    expect(await start()).to.equal(false);
    expect(entry()).to.deep.equal(first);
  });

  it('ends the process and forgets its data', async () => {
    await start();
    const data = folder();
    const process = entry()!.process!;
    expect(await stopService(cache(), service, false)).to.equal(true);
    expect(isRunning(process)).to.equal(false);
    expect(existsSync(data)).to.equal(false);
    expect(entry()).to.equal(undefined);
  });

  it('goes on with the data and the ports that were kept', async () => {
    await start();
    const { ports, credential } = entry()!;
    await stopService(cache(), service, true);
    await writeFile(join(folder(), 'mine'), '');
    await start();
    expect(entry()).to.deep.include({ ports, credential });
    expect(existsSync(join(folder(), 'mine'))).to.equal(true);
  });

  it('goes on after a server that was killed', async () => {
    await start();
    const killed = entry()!.process!;
    process.kill(killed.pid, 'SIGKILL');
    expect(await holdsWithin(() => !isRunning(killed), 60_000), 'the end of the process').to.equal(true);
    expect(runs(entry())).to.equal(false);
    expect(await start()).to.equal(true);
    expect(runs(entry())).to.equal(true);
  });

  it('begins anew where others took a port that was kept', async () => {
    await start();
    const { ports } = entry()!;
    await stopService(cache(), service, true);
    await writeFile(join(folder(), 'mine'), '');
    const rival: Server = createServer();
    await new Promise<void>((resolve) => rival.listen(ports[0], '127.0.0.1', resolve));
    try {
      await start();
      expect(entry()!.ports).to.not.deep.equal(ports);
      expect(existsSync(join(folder(), 'mine'))).to.equal(false);
    } finally {
      rival.close();
    }
  });

  it('leaves a stranger alone who was given the number of a server that is gone', async () => {
    await start();
    const { process: own, ...rest } = entry()!;
    await stopService(cache(), service, true);
    remember(cache(), service.name, { ...rest, process: { pid: process.pid, born: own!.born } });
    expect(runs(entry())).to.equal(false);
    expect(await stopService(cache(), service, false)).to.equal(false);
  });

  it('says what a server wrote that ends at its start, and leaves nothing running', async () => {
    const words = ['-e', 'console.error("no room"); process.exit(3)'];
    const broken = ephemeralService({
      launch: () => ({ command: process.execPath, words }),
      isReady: () => Promise.resolve(false),
    });
    const fault = await startService(cache(), broken, range).catch((error: unknown) => String(error));
    expect(fault).to.match(/ended at its start: no room/);
    expect(runs(entry())).to.equal(false);
  });

  it('says which program does not start', async () => {
    const broken = ephemeralService({ launch: () => ({ command: join(cache(), 'nothing'), words: [] }) });
    const fault = await startService(cache(), broken, range).catch((error: unknown) => String(error));
    expect(fault).to.match(/nothing does not start/);
  });
});
