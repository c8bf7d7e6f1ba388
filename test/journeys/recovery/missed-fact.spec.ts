import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedFact } from '../../../events/envelope.js';
import { countedViews } from '../../../projections/read-models.js';
import {
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from '../../support/platform/test-platform.js';
import { auditData } from '../../support/repository/audited-repository.js';
import { skippingEvents } from '../../support/faults/skipping-events.js';
import { until } from '../../support/scheduling/until.js';

interface ViewReport {
  readonly generation: number;
  readonly counted: boolean;
  readonly differences: readonly string[];
}
interface Ready {
  readonly ready: boolean;
  readonly faults: readonly string[];
  readonly viewCheck: { readonly views: readonly (ViewReport & { readonly name: string })[] } | null;
}

const unheard = (): void => undefined;
const silent = { error: unheard, warn: unheard, info: unheard, debug: unheard };

/** The read models that miss a fact of a container. */
const ofContainers = countedViews.filter(({ categories }) => categories.includes('container')).map(({ name }) => name);

/** The subscriptions of the platform leave out that a container of this name was made. */
const without = (name: string): TestPlatformOptions => {
  const isMissed = ({ type, data }: RecordedFact): boolean =>
    type === 'ContainerCreated' && 'path' in data && data.path === name;
  return { ports: (ports) => ({ ...ports, events: skippingEvents(ports.events, isMissed) }) };
};

describe('a platform one of whose read models has missed a fact', () => {
  let root: string;
  let data: string;
  let platform: TestPlatform | null = null;

  const start = async (options: TestPlatformOptions = {}): Promise<TestPlatform> =>
    (platform = await startTestPlatform({ data, log: () => silent, ...options }));
  const stop = async (): Promise<void> => {
    await platform?.stop();
    platform = null;
  };
  const page = async (name: string): Promise<string> =>
    (await fetch(`${platform?.ready.operations ?? ''}/${name}`)).text();
  const ready = async (): Promise<Ready> => JSON.parse(await page('ready')) as Ready;
  const compared = async (generation: number): Promise<ViewReport> => {
    let reports: readonly (ViewReport & { readonly name: string })[] = [];
    await until(`generation ${generation} is compared`, async () => {
      reports = ((await ready()).viewCheck?.views ?? []).filter(({ name }) => ofContainers.includes(name));
      return reports.length > 0 && reports.every((report) => report.generation === generation);
    });
    return reports.find(({ name }) => name === 'repository')!;
  };

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-missed-'));
    data = join(root, 'data');
    const made = await start(without('lost'));
    const { call } = made;
    for (const name of ['found', 'lost', 'last'])
      expect((await call('PUT', `/repository/${name}`)).status).to.equal(201);
    await made.settle();
    expect((await call('GET', '/repository/lost')).status).to.equal(404);
    await stop();
  });
  after(async () => {
    await stop();
    await rm(root, { recursive: true, force: true });
  });

  it('is told by the audit, which names view, category, counts and fact for each view of containers', async () => {
    const { exit, rows, summary } = await auditData(data);
    expect(exit).to.equal(1);
    expect(rows).to.have.length(ofContainers.length);
    for (const [index, row] of rows.entries()) {
      expect(row).to.deep.include({ code: 'view-differs', group: '-', key: '-' });
      const text = String.raw`^The read model ${ofContainers[index]} has consumed \d+ facts of category container, and the log has \d+; ContainerCreated at revision \d+ of container-\S+ was missed\.$`;
      expect(row.message).to.match(new RegExp(text));
      const [expected, found] = [row.expected, row.found].map((cell) => Number(cell.replace(' of container', '')));
      expect(expected).to.equal((found ?? NaN) + 1);
    }
    expect(summary).to.match(new RegExp(`^${ofContainers.length} findings: `));
  });

  it('finds it at its next start, builds the read model anew, and is ready and shows what was missed', async () => {
    const { call } = await start();
    expect(await compared(2)).to.deep.include({ counted: true, differences: [] });
    expect((await call('GET', '/repository/lost')).status).to.equal(200);
    expect((await ready()).ready).to.equal(true);
    const metrics = await page('metrics');
    expect(metrics).to.contain('muniment_view_facts_differing{view="repository",category="container"} 0');
    expect(metrics).to.match(/^muniment_view_comparison_age_seconds \d/m);
    await stop();
    expect((await auditData(data)).exit).to.equal(0);
  });

  it('is not ready while a rebuild has not mended it, and shows on its pages what is missed', async () => {
    await start(without('new'));
    await compared(2);
    expect((await platform!.call('PUT', '/repository/new')).status).to.equal(201);
    await platform!.settle();
    await stop();
    await start(without('new'));
    const { differences } = await compared(3);
    expect(differences).to.have.length(1);
    const { ready: isReady, faults } = await ready();
    expect(isReady).to.equal(false);
    expect(faults.join(' ')).to.contain(differences[0]);
    expect(await page('metrics')).to.contain('muniment_view_facts_differing{view="repository",category="container"} 1');
  });
});
