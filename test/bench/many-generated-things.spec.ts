import { Ajv } from 'ajv';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../../bench/million/generate.js';
import { PRESERVED_EVERY } from '../../bench/million/generated.js';
import { closed, readAsyncApi } from '../support/asyncapi.js';
import { callOn } from '../support/http/call-on.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';

const COUNT = 25;
const FAILED = 3;
/** One thing of each kind is made twice to be recorded: deposits that wait, imports, and child containers. */
const RECORDED = 2;

const nothing = (): void => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

interface Event {
  readonly type: string;
  readonly data: unknown;
}

describe('a generated platform of many things', function () {
  let data: string;
  let facts: number;
  let platform: TestPlatform;

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'generated-'));
    facts = await generate(data, { deposits: COUNT, failed: FAILED });
    // The search index says that generated groups have no objects.
    platform = await startTestPlatform({ data, log: () => SILENT });
    await platform.settle();
  });
  after(async () => {
    await platform.remove();
    await rm(data, { recursive: true, force: true });
  });

  const get = async <Body>(path: string): Promise<Body> =>
    (await callOn(platform.ready.preservation)<Body>('GET', path)).body;

  it('has facts that the schemas of events describe', async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const schemas = Object.entries(readAsyncApi().components.messages).map(([name, { payload }]) => ({
      name,
      describes: ajv.compile(closed(payload) as object),
    }));
    const { events } = await get<{ events: readonly Event[] }>('/events?limit=1000');
    expect(events).to.have.length.above(COUNT * 4);
    expect(facts).to.be.above(COUNT * 4);
    for (const { type, data: about } of events) {
      const name = `.${type.split('.').at(-2)}`;
      const described = schemas.some((each) => each.name.endsWith(name) && each.describes(about));
      expect(described, `${type} ${JSON.stringify(about)}`).to.equal(true);
    }
  });

  it('lists every deposit, as preserved or as waiting for its files', async () => {
    const preserved = Math.ceil(COUNT / PRESERVED_EVERY);
    const total = async (query: string): Promise<number> => (await get<{ total: number }>(`/deposits?${query}`)).total;
    expect(await total('showAll=true')).to.equal(COUNT + FAILED + 3 * RECORDED);
    expect(await total('showAll=true&status=preserved')).to.equal(preserved + RECORDED);
    expect(await total('createdBy=agent-7')).to.equal(1);
  });

  it('has a container with as many children', async () => {
    const { children } = await get<{ children: readonly unknown[] }>('/children/flat');
    expect(children).to.have.length(COUNT + RECORDED);
  });

  it('has announced each import', async () => {
    const { totalItems } = await get<{ totalItems: number }>('/activity/archivalgroups/collection');
    expect(totalItems).to.equal(1 + Math.ceil(COUNT / PRESERVED_EVERY) + RECORDED);
  });

  it('goes on: a container below the same container, and a deposit', async () => {
    const call = callOn(platform.ready.preservation);
    expect((await call('PUT', '/repository/flat/one-more')).status).to.equal(201);
    expect((await call('POST', '/deposits', { template: 'RootLevel' })).status).to.equal(201);
    await platform.settle();
    const { children } = await get<{ children: readonly unknown[] }>('/children/flat');
    expect(children).to.have.length(COUNT + RECORDED + 1);
  });
});
