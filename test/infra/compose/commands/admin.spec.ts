import { expect } from 'chai';
import { admin } from '../../../../infra/compose/commands/admin/admin-verb.js';
import { runInProgram, type ProgramEnd } from '../../../support/command-line/run-in-program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('muniment admin', () => {
  const folder = temporaryFolder();
  const run = (words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<ProgramEnd> =>
    runInProgram(admin, words, { environment: { MUNIMENT_DATA: folder(), ...environment } });
  const broker = { MUNIMENT_KAFKA_BROKERS: '127.0.0.1:1' };

  it('names its actions, and ends with 0 where it is only asked for help', async () => {
    for (const words of [['--help'], ['relay', '--help']]) {
      const { code, stdout, stderr } = await run(words);
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.match(/^Usage: muniment admin <action>/);
    }
  });

  const refused: readonly (readonly [
    what: string,
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
    code: number,
    said: RegExp,
  ])[] = [
    [
      'the generation of the platform',
      ['relay', '--from', 'start', '--into', 'v1'],
      broker,
      2,
      /^muniment: The platform itself writes/,
    ],
    [
      'a generation that is no name',
      ['relay', '--from', 'start', '--into', 'v 2'],
      broker,
      2,
      /^muniment: --into is the end of/,
    ],
    [
      'a command without words',
      [],
      broker,
      2,
      /^muniment: admin needs an action: relay, parked\.\nNext: muniment admin --help/,
    ],
    ['a relay from nowhere', ['relay', '--into', 'v2'], broker, 2, /^muniment: admin relay needs --from <position>\./],
    [
      'settings without Kafka',
      ['parked', 'preservation.deposits.v1'],
      {},
      2,
      /MUNIMENT_KAFKA_BROKERS says where it is\.$/,
    ],
    [
      'an unknown topic',
      ['parked', 'deposits'],
      broker,
      1,
      /no topic "deposits"; there are preservation\.archival-groups\.v1/,
    ],
    ['a folder without data', ['relay', '--from', 'start', '--into', 'v2'], broker, 2, /There is no archive in /],
  ];
  for (const [what, words, environment, code, said] of refused)
    it(`refuses ${what}, and ends with ${code}`, async () => {
      const end = await run(words, environment);
      expect(end.code, end.stderr).to.equal(code);
      expect(end.stderr.trim()).to.match(said);
    });
});
