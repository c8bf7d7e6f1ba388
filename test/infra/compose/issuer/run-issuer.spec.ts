import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { issuer } from '../../../../infra/compose/issuer/issuer-verb.js';
import { checkedDocument } from '../../../support/command-line/json-schema.js';
import { runInProgram } from '../../../support/command-line/run-in-program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the data folder of the local issuer', () => {
  const folder = temporaryFolder();
  const addClient = async (data: string): Promise<string> =>
    (await runInProgram(issuer, ['add-client', 'trial'], { environment: { MUNIMENT_DATA: data } })).stderr;

  it('is created where it is missing, and the issuer says so once', async () => {
    const data = join(folder(), 'data');
    expect(await addClient(data)).to.equal(`The data folder ${data} did not exist, and was created.\n`);
    expect(await addClient(data)).to.equal('');
  });

  it('is not created where a misspelt path would make the folders above it', async () => {
    const { code, stderr } = await runInProgram(issuer, ['add-client', 'trial'], {
      environment: { MUNIMENT_DATA: join(folder(), 'nowhere', 'data') },
    });
    expect(code).to.equal(2);
    expect(stderr).to.match(/^muniment: The data folder .*nowhere/);
    expect(readdirSync(folder())).to.deep.equal([]);
  });
});

describe('muniment issuer', () => {
  const folder = temporaryFolder();

  it('prints a document for a new client, and for a new key, as the schema says', async () => {
    const run = { environment: { MUNIMENT_DATA: folder() } };
    const client = await runInProgram(issuer, ['add-client', 'scanner', '--user', 'ada', '--json'], run);
    expect(client).to.include({ code: 0, stderr: '' });
    expect(checkedDocument('issuer', client.stdout)).to.have.property('client', 'scanner');
    expect(checkedDocument('issuer', (await runInProgram(issuer, ['rotate-keys'], run)).stdout)).to.have.property(
      'kid',
    );
    expect(checkedDocument('issuer', (await runInProgram(issuer, ['rotate', '--json'])).stdout)).to.have.property(
      'error',
    );
  });

  const refused: readonly (readonly [words: readonly string[], said: string])[] = [
    [['rotate'], 'There is no action "rotate" of issuer.'],
    [['add-clinet', 'a'], 'There is no action "add-clinet" of issuer. Did you mean add-client?'],
    [['add-client'], 'issuer add-client needs <id>.'],
    [['rotate-keys', 'a'], 'issuer rotate-keys takes fewer words: "a" is too many. Paths with spaces need quotes.'],
    [['--user', 'ada'], 'There is no option "--user" of issuer.'],
  ];
  for (const [words, said] of refused)
    it(`does nothing for "${words.join(' ')}"`, async () => {
      const next = '\nNext: muniment issuer --help\n';
      expect(await runInProgram(issuer, words)).to.deep.equal({
        code: 2,
        stdout: '',
        stderr: `muniment: ${said}${next}`,
      });
    });
});
