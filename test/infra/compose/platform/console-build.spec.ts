import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { consoleBuild } from '../../../../infra/compose/platform/console-build.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the build of the console beside a platform', () => {
  const folder = temporaryFolder();
  const logged: Record<string, unknown>[] = [];
  const log = {
    info: () => undefined,
    error: () => undefined,
    warn: (message: string, fields: object): void => void logged.push({ message, ...fields }),
  } as unknown as Parameters<typeof consoleBuild>[1];
  beforeEach(() => void logged.splice(0));

  /** A build by a program with this text, which looks with these exit codes. */
  const of = async (isFresh: number, code: number, text = '') => {
    const program = join(folder(), 'infra', 'build-console.mjs');
    await mkdir(join(folder(), 'infra'));
    await writeFile(
      program,
      `import { appendFileSync } from 'node:fs';
const looks = process.argv[2] === '--is-fresh';
appendFileSync('ran', looks ? 'looked ' : 'built ');
${text}
process.exitCode = looks ? ${isFresh} : ${code};`,
    );
    return consoleBuild(program, log);
  };
  const ran = (): Promise<string> => readFile(join(folder(), 'ran'), 'utf8');

  it('is made where it is missing or out of date, after a look', async () => {
    const build = await of(1, 0);
    const made = build.begin();
    expect(build.state()).to.equal('building');
    await made;
    expect(build.state()).to.equal('idle');
    expect(await ran()).to.equal('looked built ');
  });

  it('is not made where nothing is to do', async () => {
    const build = await of(0, 0);
    await build.begin();
    expect(await ran()).to.equal('looked ');
  });

  it('says that its packages are missing', async () => {
    const build = await of(1, 3);
    await build.begin();
    expect(build.state()).to.equal('packages-missing');
  });

  it('leaves in the log why it failed', async () => {
    const build = await of(1, 1, 'if (!looks) console.error("no such module");');
    await build.begin();
    expect(build.state()).to.equal('failed');
    expect(logged).to.have.nested.property('[0].said').that.contains('no such module');
  });

  it('is nothing where there is no program for it', async () => {
    const build = consoleBuild(join(folder(), 'none.mjs'), log);
    await build.begin();
    expect(build.state()).to.equal('idle');
    expect(logged).to.deep.equal([]);
  });

  it('ends with the platform', async () => {
    const build = await of(1, 0, 'setInterval(() => undefined, 1_000); process.stdout.write("begun");');
    const made = build.begin();
    build.stop();
    await made;
    expect(build.state()).to.equal('idle');
    expect(logged).to.deep.equal([]);
  });
});
