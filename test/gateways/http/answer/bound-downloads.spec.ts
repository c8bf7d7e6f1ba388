import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createApp } from '../../../../gateways/http/app.js';
import { DOWNLOADS } from '../../../../gateways/http/answer/answer-sender.js';
import type { Identify } from '../../../../gateways/http/identify.js';
import { route } from '../../../../gateways/http/route.js';
import type { OpenApiDocument } from '../../../../schemas/openapi-document.js';
import { until } from '../../../support/scheduling/until.js';
import { memoryLog, serve, type Service } from '../../service.js';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'A small service', version: '1' },
  paths: { '/film': { get: { operationId: 'getFilm', responses: { default: { description: 'x' } } } } },
  components: {},
};

const named: Identify = ({ values }) => {
  const actor = { agent: values('x-agent')[0] ?? '', source: 'user', appId: null } as const;
  return Promise.resolve({ caller: { actor, appId: null, depositBucket: null } });
};

describe('downloads that their readers do not finish', () => {
  let service: Service;
  let sources: PassThrough[];
  beforeEach(async () => {
    sources = [];
    const film = route('getFilm', () => {
      const stream = new PassThrough();
      stream.write('beginning');
      sources.push(stream);
      return Promise.resolve({ status: 200, content: { kind: 'bytes', stream, mediaType: 'video/mp4', size: 1_000 } });
    });
    const app = { document, routes: [film], identify: named, log: memoryLog().log };
    service = await serve(createApp({ ...app, bodyLimits: { most: 1_000 } }));
  });
  afterEach(() => service.close());

  const open = (agent: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${service.base}/film`, { headers: { 'x-agent': agent }, ...(signal === undefined ? {} : { signal }) });

  it('leave room for those of others, and for more of the same caller once one has ended', async () => {
    const first = new AbortController();
    const own = [open('a', first.signal), ...Array.from({ length: DOWNLOADS.each - 1 }, () => open('a'))];
    expect(new Set((await Promise.all(own)).map(({ status }) => status))).to.deep.equal(new Set([200]));
    const refused = await open('a');
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '5']);
    expect(await refused.json())
      .to.have.property('detail')
      .that.includes('Finish one first');
    expect(sources.filter((each) => each.destroyed)).to.deep.equal([sources.at(-1)]);
    expect(await open('b')).to.have.property('status', 200);

    first.abort();
    await until('the caller has a download less', async () => (await open('a')).status === 200);
  });
});
