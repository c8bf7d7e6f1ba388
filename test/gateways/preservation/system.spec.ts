import { expect } from 'chai';
import { getSystem } from '../../../gateways/preservation/system/get-system.js';
import type { PlatformSources } from '../../../gateways/preservation/system/platform-sources.js';
import type { Call } from '../../../gateways/http/route.js';
import type { DepositPage } from '../../../projections/deposits/deposits-view.js';
import { ViewIncomplete } from '../../../projections/view-incomplete.js';
import { PLAIN_PLATFORM } from '../../support/platform/plain-platform.js';
import { ask } from '../conversation.js';
import { liveServices } from '../live-services.js';

const NONE = { containers: 0, archivalGroups: 0, versions: 0, storedFiles: 0, storedBytes: 0 };
const STATUSES = { new: 1, exporting: 0, preserved: 2, error: 0, archived: 0 };

interface Asked {
  readonly sources?: Partial<PlatformSources>;
  readonly total?: number;
  readonly tools?: readonly { readonly name: string; readonly version: string; readonly signatures: string | null }[];
  readonly repository?: () => Promise<typeof NONE>;
}

/** The answers of one service, each call of which asks. */
const served = ({ sources = {}, total = 0, tools = [], repository = () => Promise.resolve(NONE) }: Asked) => {
  const ids = Array.from({ length: total }, (_, index) => ({ depositId: `d${index}` }));
  const route = getSystem({
    dependencies: { producer: '1.2.3', now: () => new Date('2026-05-01T12:00:00Z') },
    baseUrls: { preservation: 'http://p', storage: 'http://s' },
    sources: { ...PLAIN_PLATFORM, ...sources },
    views: {
      system: {
        repository,
        lastAudit: () => Promise.resolve(null),
        tools: () => Promise.resolve(tools.length === 0 ? null : { at: '2026-05-01T12:00:00.0000000Z', tools }),
      },
      deposits: {
        firstSince: () => Promise.resolve(null),
        newestActive: () => Promise.resolve(new Map()),
        statuses: () => Promise.resolve(STATUSES),
        list: ({ skip, limit }) =>
          Promise.resolve({ deposits: ids.slice(skip, skip + limit), total } as unknown as DepositPage),
      },
    },
  });
  return async (): Promise<Readonly<Record<string, unknown>>> => {
    const { content } = await route.handle({} as Call);
    return content?.kind === 'json' ? (content.value as Readonly<Record<string, unknown>>) : {};
  };
};

describe('the numbers of the platform', () => {
  describe('over HTTP', () => {
    const live = liveServices();

    it('are as the document says, for whoever may read', async () => {
      const { status, body } = await ask('GET', `${live.preservation}/system`);
      expect(status).to.equal(200);
      expect(body).to.include({ type: 'System', preservation: live.preservation, storage: live.storage });
      const { body: real } = await ask('GET', `${live.otherPreservation}/system`);
      expect(Object.keys(real)).to.have.members(Object.keys(body));
      expect(real['views']).to.be.an('array').that.is.not.empty;
      expect(real['disk']).to.have.all.keys('freeBytes', 'totalBytes');
      expect(real['workspaces']).to.have.all.keys('files', 'bytes', 'preserved');
    });
  });

  it('are one answer for all who ask at the same time', async () => {
    let reads = 0;
    const readViewStates = () => {
      reads++;
      return Promise.resolve([]);
    };
    const answer = served({ sources: { readViewStates } });
    const answers = await Promise.all(Array.from({ length: 10 }, answer));
    expect(reads).to.equal(1);
    expect(answers[9]).to.deep.include({ version: '1.2.3', asOf: '2026-05-01T12:00:00Z', deposits: STATUSES });
  });

  it('lack what a view does not know yet', async () => {
    const incomplete = new ViewIncomplete({ view: 'system', position: null, end: null });
    const body = await served({ repository: () => Promise.reject(incomplete) })();
    expect(body).to.deep.include({ repository: null, deposits: STATUSES, tools: null, lastAudit: null });
  });

  it('lack what workspaces hold where a server has them', async () => {
    expect(await served({ total: 3 })()).to.include({
      workspaces: null,
      disk: null,
      s3Endpoint: null,
      dataFolder: null,
    });
  });

  it('have what preserved deposits hold, all pages together', async () => {
    const workspaceTotals = (folders: readonly string[]) =>
      Promise.resolve({
        files: folders.length,
        bytes: folders.filter((each) => each.startsWith('deposits/d')).length * 10,
      });
    const { workspaces } = await served({ total: 2_500, sources: { workspaceTotals } })();
    expect(workspaces).to.deep.equal({ files: 1, bytes: 0, preserved: { files: 2_500, bytes: 25_000 } });
  });

  it('do not add up what very many preserved deposits hold', async () => {
    const workspaceTotals = () => Promise.resolve({ files: 1, bytes: 10 });
    const { workspaces } = await served({ total: 5_001, sources: { workspaceTotals } })();
    expect(workspaces).to.deep.equal({ files: 1, bytes: 10, preserved: null });
  });

  it('tell when the virus signatures of the last run were made', async () => {
    const tools = [
      { name: 'siegfried', version: '1.11', signatures: 'default.sig (2026-05-01)' },
      { name: 'clamav', version: '1.4.3', signatures: 'ClamAV 1.4.3/27886/Tue Jan 20 07:24:12 2026' },
    ];
    const body = await served({ tools })();
    expect(body['tools']).to.deep.equal({
      recorded: '2026-05-01T12:00:00Z',
      tools: [
        { ...tools[0], signaturesMade: null },
        { ...tools[1], signaturesMade: '2026-01-20T07:24:12Z' },
      ],
    });
  });
});
