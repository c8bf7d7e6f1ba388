import { expect } from 'chai';
import { admin } from '../../../../infra/compose/commands/admin/admin-verb.js';
import { runInProgram, type ProgramEnd } from '../../../support/command-line/run-in-program.js';
import type { ViewState } from '../../../../clients/api/resources.js';
import { viewsText } from '../../../../infra/compose/commands/admin/show-views.js';
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
      /^muniment: admin needs an action: relay, parked, views, views rebuild, rights grant\.\nNext: muniment admin --help/,
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
    ['a rebuild of nothing', ['views', 'rebuild'], {}, 2, /^muniment: admin views rebuild needs <view>\./],
    [
      'words that views does not take',
      ['views', 'deposits'],
      {},
      2,
      /^muniment: admin views takes fewer words: "deposits"/,
    ],
    ['views of a folder without data', ['views'], {}, 2, /There is no archive in /],
    ['a folder without data', ['relay', '--from', 'start', '--into', 'v2'], broker, 2, /There is no archive in /],
  ];
  for (const [what, words, environment, code, said] of refused)
    it(`refuses ${what}, and ends with ${code}`, async () => {
      const end = await run(words, environment);
      expect(end.code, end.stderr).to.equal(code);
      expect(end.stderr.trim()).to.match(said);
    });

  describe('shows views', () => {
    const current: ViewState = {
      ...{ name: 'deposits', complete: true, generation: 3, position: '00000000000001204118' },
      ...{ lag: { events: 0, seconds: 0 }, building: null },
    };
    const building = { generation: 4, begun: null, percent: 61, remainingSeconds: 40, fetched: null };
    const views: readonly ViewState[] = [
      current,
      { ...current, name: 'repository', building },
      { ...current, name: 'jobs', complete: false, position: null, building: { ...building, remainingSeconds: null } },
      {
        ...current,
        name: 'files',
        complete: false,
        building: { ...building, fetched: { bytes: 12e8, ofBytes: 59e8 } },
      },
      { ...current, name: 'agents', lag: { events: 1, seconds: 3.4 } },
      { ...current, name: 'system', lag: { events: null, seconds: 75 } },
    ];
    const paint = (_: unknown, text: string): string => text;

    it('in columns, with the rest of a rebuild where it is known', () => {
      expect(viewsText(views, { form: 'terminal', width: 80, paint }).split('\n')).to.deep.equal([
        'deposits    up to date  position 1,204,118',
        'repository  rebuilding  61 %, 40 s left',
        'jobs        building    61 %',
        'files       fetching    1.20 of 5.90 GB',
        'agents      behind      1 event, 3 s behind',
        'system      behind      more than 100 events, 1 min 15 s behind',
        '',
      ]);
    });

    it('with tabs and whole positions in a pipe', () => {
      expect(viewsText([current], { form: 'pipe', width: 80, paint })).to.equal(
        'deposits\tup to date\t00000000000001204118\n',
      );
    });
  });
});
