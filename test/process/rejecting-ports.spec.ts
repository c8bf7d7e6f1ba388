import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Moment } from '../support/faults/faulty.js';
import { onceAtEachPlace } from '../support/faults/once-at-each-place.js';
import { auditData } from '../support/repository/audited-repository.js';
import { until } from '../support/scheduling/until.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';
import { standIns } from '../support/tools/stand-in.js';

interface ShownDeposit {
  readonly id: string;
  readonly files: string;
  readonly status: string;
  readonly metsETag: string | null;
}

type Method = 'GET' | 'POST';

/** Imports and exports, and runs, that are under way together. */
const SIDE_BY_SIDE = 4;
/** A job that could not be claimed is looked at again after half a minute. */
const PATIENCE_MS = 300_000;

const quiet = (): void => undefined;

/** What is done on a platform, each to its end, whatever is refused meanwhile; answers how it ended. */
const worksOn = (platform: TestPlatform) => {
  /** Asks until the answer is no fault of a store. */
  const ask = async (method: Method, path: string, body?: unknown): Promise<ShownDeposit> => {
    let shown: ShownDeposit | null = null;
    const key: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    await until(
      `${method} ${path} is answered`,
      async () => {
        const header = method === 'POST' && path.endsWith('/mets') ? await metsHeader(path) : key;
        const reply = await platform.call<ShownDeposit>(method, path, body, header);
        if (reply.status >= 500 || reply.status === 412) return false;
        if (reply.status >= 400 && !(path.endsWith('/pipeline') && reply.status === 409))
          throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
        shown = reply.body;
        return true;
      },
      PATIENCE_MS,
    );
    return shown!;
  };
  const metsHeader = async (path: string): Promise<Record<string, string>> => {
    const { metsETag } = await ask('GET', path.replace(/\/mets$/, ''));
    return { 'if-match': metsETag ?? '' };
  };
  /** Asks until the work that is shown has ended; answers how. */
  const endOf = async (path: string, isOver: (shown: ShownDeposit) => boolean): Promise<string> => {
    let status = '';
    const look = async (): Promise<boolean> => {
      const shown = await ask('GET', path);
      ({ status } = shown);
      return isOver(shown);
    };
    await until(`${path} has ended`, look, PATIENCE_MS);
    return status;
  };

  const deposit = async (group: string): Promise<ShownDeposit> => {
    const archivalGroup = `${platform.ready.preservation}/repository/${group}`;
    const opened = await ask('POST', '/deposits', {
      template: 'RootLevel',
      archivalGroup,
      archivalGroupName: 'Letters',
    });
    const [, , bucket = '', ...rest] = opened.files.split('/');
    const key = `${rest.join('/').replace(/\/$/, '')}/objects/a.txt`;
    await platform.s3.put({ bucket, key }, Buffer.from(group));
    return opened;
  };
  const importThenExport = async (): Promise<string[]> => {
    const group = `letters-${randomUUID()}`;
    const { id } = await deposit(group);
    await ask('POST', `${id}/mets`, ['objects/a.txt']);
    const job = await ask('POST', `${id}/importjobs`, { id: `${id}/importjobs/diff` });
    const imported = await endOf(job.id, ({ status }) => /^completed/.test(status));
    const archivalGroup = `${platform.ready.preservation}/repository/${group}`;
    const opened = await ask('POST', '/deposits/export', { archivalGroup });
    return [`import ${imported}`, `export ${await endOf(opened.id, ({ status }) => status !== 'exporting')}`];
  };
  const runOfTools = async (): Promise<string[]> => {
    const { id } = await deposit(`letters-${randomUUID()}`);
    await ask('POST', `${id}/pipeline`);
    const jobs = async (): Promise<readonly ShownDeposit[]> =>
      (await ask('GET', `${id}/pipelinerunjobs`)) as unknown as readonly ShownDeposit[];
    let status = '';
    const isOver = async (): Promise<boolean> => {
      status = (await jobs()).at(-1)?.status ?? '';
      return /^completed/.test(status);
    };
    await until(`the run of ${id} has ended`, isOver, PATIENCE_MS);
    return [`run ${status}`];
  };
  return { importThenExport, runOfTools };
};

describe('a platform whose stores reject each call once, wherever it is made', () => {
  const platforms: TestPlatform[] = [];
  const folder = temporaryFolder(() => Promise.all(platforms.map((each) => each.stop())));

  /** Answers how all works ended, and at which places calls rejected. */
  const endsOf = async (moment: Moment) => {
    const ports = onceAtEachPlace(moment);
    const platform = await startTestPlatform({
      data: join(folder(), moment),
      environment: {
        MUNIMENT_TOOL_PATH: standIns(join(folder(), 'bin'), 'sf', 'clamscan', 'exiftool'),
        MUNIMENT_TOOLS: 'siegfried,clamav,exiftool',
      },
      ports: ports.wrap,
      log: () => ({ debug: quiet, info: quiet, warn: quiet, error: quiet }),
    });
    platforms.push(platform);
    const { importThenExport, runOfTools } = worksOn(platform);
    ports.begin();
    const ends: string[] = [];
    for (let before = -1; ports.rejected.size > before;) {
      before = ports.rejected.size;
      const works = Array.from({ length: SIDE_BY_SIDE }, () => Promise.all([importThenExport(), runOfTools()]));
      ends.push(...(await Promise.all(works)).flat(2));
    }
    return { moment, ends: new Set(ends), places: [...ports.rejected] };
  };

  it('lives, and completes every import, run and export, also where the calls were carried out', async () => {
    const both = await Promise.all([endsOf('before'), endsOf('after')]);
    await Promise.all(platforms.splice(0).map((each) => each.stop()));
    for (const { moment, ends, places } of both) {
      const where = `${moment}:\n${places.join('\n')}`;
      expect(ends, where).to.deep.equal(new Set(['import completed', 'export new', 'run completed']));
      expect(places.length, where).to.be.above(150);
      expect((await auditData(join(folder(), moment))).rows).to.deep.equal([]);
    }
  });
});
