import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installAll, installProgram, isInstalled } from '../install.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { ephemeralProgram } from './ephemeral-service.js';

describe('installing a program', () => {
  const cache = temporaryFolder();

  it('puts it where the tests look for it', async () => {
    expect(await installProgram(cache(), ephemeralProgram())).to.equal(true);
    expect(existsSync(join(cache(), 'ephemeral/bin/server.cjs'))).to.equal(true);
  });

  it('is skipped where it is there', async () => {
    const program = ephemeralProgram();
    await installProgram(cache(), program);
    expect(await installProgram(cache(), program)).to.equal(false);
    expect(program.installs()).to.equal(1);
  });

  it('replaces another version', async () => {
    await installProgram(cache(), ephemeralProgram('1'));
    expect(await isInstalled(cache(), ephemeralProgram('2'))).to.equal(false);
    expect(await installProgram(cache(), ephemeralProgram('2'))).to.equal(true);
    expect(await isInstalled(cache(), ephemeralProgram('2'))).to.equal(true);
  });

  it('that failed half-way counts as not installed, and is begun anew', async () => {
    const broken = {
      ...ephemeralProgram(),
      install: async (folder: string) => {
        await writeFile(join(folder, 'half'), '');
        throw new Error('the registry is away');
      },
    };
    expect(await installProgram(cache(), broken).catch((error: unknown) => String(error))).to.contain('away');
    expect(await isInstalled(cache(), broken)).to.equal(false);
    await installProgram(cache(), ephemeralProgram());
    expect(existsSync(join(cache(), 'ephemeral/bin/half'))).to.equal(false);
  });

  it('takes files of no known origin for none', async () => {
    await mkdir(join(cache(), 'ephemeral/bin'), { recursive: true });
    expect(await isInstalled(cache(), ephemeralProgram())).to.equal(false);
  });

  it('goes on with the others when one cannot be had', async () => {
    const broken = { ...ephemeralProgram(), folder: 'broken/bin', install: () => Promise.reject(new Error('no')) };
    const told: string[] = [];
    await installAll(cache(), [broken, ephemeralProgram()], ({ folder }, outcome) => {
      told.push(`${folder} ${'error' in outcome ? 'failed' : 'is there'}`);
    });
    expect(told).to.have.members(['broken/bin failed', 'ephemeral/bin is there']);
  });

  it('compiles one program at a time', async () => {
    let atOnce = 0;
    let most = 0;
    const compiled = (folder: string) => ({
      ...ephemeralProgram(),
      folder,
      isCompiled: true,
      install: async () => {
        most = Math.max(most, ++atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce--;
      },
    });
    await installAll(cache(), [compiled('one'), compiled('two'), compiled('three')], () => undefined);
    expect(most).to.equal(1);
  });
});
