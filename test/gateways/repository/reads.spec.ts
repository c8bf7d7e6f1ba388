import { expect } from 'chai';
import { ask, ended, newDeposit, newGroup } from '../conversation.js';
import type { LiveServices } from '../live-services.js';

interface ExpectedAnswer {
  readonly status: number;
  readonly type?: string;
  readonly title?: string;
  readonly detail?: RegExp;
  readonly mediaType?: string;
}

type Row = readonly [request: string, on: 'both' | 'preservation' | 'storage', expected: ExpectedAnswer];

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM = 'application/problem+json; charset=utf-8';
const LABEL = /^OCFL version format \('v1', 'v2', etc\.\) is only supported on Archival Groups\. You can use Memento/;
const VERSION = { status: 400, title: 'Version only supported on lightweight view' };
const UNSUPPORTED = { status: 400, title: 'Unsupported view', detail: /^View banana is not a valid value\.$/ };
const NOT_A_GROUP = { status: 400, detail: /only supported on Archival Groups/ };
const GONE = { status: 410, detail: /^The resource at .*objects\/gone\.txt has been replaced by a Tombstone$/ };
const NO_BINARY = { status: 404, title: 'Not Found', detail: /^No binary at path / };

/** The rows of companion 3.1 and 17.4 that read; `@` is a container, `@/group` an archival group in it. */
const ROWS: readonly Row[] = [
  ['GET /repository', 'both', { status: 200, type: 'RepositoryRoot' }],
  ['GET /repository/', 'both', { status: 200, type: 'RepositoryRoot' }],
  ['GET /repository/@', 'both', { status: 200, type: 'Container' }],
  ['GET /repository/@/', 'both', { status: 200, type: 'Container' }],
  ['GET /repository/@/group', 'both', { status: 200, type: 'ArchivalGroup' }],
  ['GET /repository/@/group/objects', 'both', { status: 200, type: 'Container' }],
  ['GET /repository/@/group/objects/a.txt', 'both', { status: 200, type: 'Binary' }],
  ['GET /repository/@/none', 'both', { status: 404 }],
  ['GET /repository/@/group/none', 'both', { status: 404 }],
  ['GET /repository/@/group/objects/gone.txt', 'both', GONE],
  ['GET /repository/@?view=lightweight', 'both', { status: 200, type: 'Container' }],
  ['GET /repository/@/group?view=lightweight', 'both', { status: 200, type: 'ArchivalGroup' }],
  ['GET /repository/@/group?VIEW=Lightweight&VERSION=v1', 'both', { status: 200, type: 'ArchivalGroup' }],
  ['GET /repository/@/group/objects?view=lightweight', 'both', { status: 200, type: 'Container' }],
  ['GET /repository/@/group/objects/a.txt?view=lightweight', 'both', { status: 200, type: 'Binary' }],
  ['GET /repository/@/group/objects/gone.txt?view=lightweight', 'both', { ...GONE, title: 'Resource has Gone' }],
  ['GET /repository/@/group?view=lightweight&version=v9', 'both', { status: 404 }],
  ['GET /repository/@/group?view=lightweight&version=20010101000000', 'both', { status: 404 }],
  ['GET /repository/@?view=lightweight&version=v2', 'both', { status: 400, detail: LABEL }],
  ['GET /repository/@/group/objects?view=lightweight&version=v2', 'both', { status: 400, detail: LABEL }],
  ['GET /repository/@/group/objects/a.txt?view=lightweight&version=v2', 'both', { status: 400, detail: LABEL }],
  ['GET /repository/@/group?version=v1', 'both', VERSION],
  ['GET /repository/@/group?view=mets&version=v1', 'preservation', VERSION],
  ['GET /repository/@?version=20010101000000', 'both', VERSION],
  ['GET /repository/@/group?view=mets', 'preservation', { status: 200, mediaType: 'application/xml' }],
  ['GET /repository/@/group?view=parsed-mets', 'preservation', { status: 200, mediaType: JSON_TYPE }],
  ['GET /repository/@/group/objects?view=mets', 'preservation', NOT_A_GROUP],
  ['GET /repository/@/group/objects/a.txt?view=parsed-mets', 'preservation', NOT_A_GROUP],
  ['GET /repository/@?view=mets', 'preservation', NOT_A_GROUP],
  ['GET /repository/@/group?view=mets', 'storage', { status: 400, title: 'Unsupported view' }],
  ['GET /repository/@/group?view=parsed-mets', 'storage', { status: 400, title: 'Unsupported view' }],
  ['GET /repository/@/group?view=banana', 'both', UNSUPPORTED],
  ['GET /repository?view=banana', 'both', UNSUPPORTED],
  ['HEAD /repository', 'both', { status: 200, type: 'Container' }],
  ['HEAD /repository/@', 'both', { status: 200, type: 'Container' }],
  ['HEAD /repository/@/group', 'both', { status: 200, type: 'ArchivalGroup' }],
  ['HEAD /repository/@/group/objects', 'both', { status: 200, type: 'Container' }],
  ['HEAD /repository/@/group/objects/a.txt', 'both', { status: 200, type: 'Binary' }],
  ['HEAD /repository/@/none', 'both', { status: 404 }],
  ['HEAD /repository/@/group/objects/gone.txt', 'both', { status: 410 }],
  ['GET /content/@/group/objects/a.txt', 'both', { status: 200, mediaType: 'text/plain' }],
  ['GET /content/@', 'both', NO_BINARY],
  ['GET /content/@/group', 'both', NO_BINARY],
  ['GET /content/@/group/objects', 'both', NO_BINARY],
  ['GET /content/@/group/objects/none.txt', 'both', NO_BINARY],
  ['GET /content/@/group/objects/gone.txt', 'both', NO_BINARY],
  ['GET /ocfl/storagemap/@/group', 'both', { status: 200, mediaType: JSON_TYPE }],
  ['GET /ocfl/storagemap/@/group?version=v1', 'both', { status: 200, mediaType: JSON_TYPE }],
  ['GET /ocfl/storagemap/@/group?version=v9', 'both', { status: 404 }],
  ['GET /ocfl/storagemap/@/group?version=20010101000000', 'both', { status: 404 }],
  ['GET /ocfl/storagemap/@/group?version=x', 'both', { status: 400 }],
  ['GET /ocfl/storagemap/@', 'both', { status: 404 }],
  ['GET /ocfl/storagemap/@/group/objects', 'both', { status: 404 }],
];

describe('what is read of the repository', () => {
  let live: LiveServices;
  let box: string;
  before(async () => {
    const made = await newGroup({ 'objects/a.txt': 'a', 'objects/gone.txt': 'b' });
    live = made.live;
    box = made.path.slice(0, made.path.lastIndexOf('/'));
    const group = `${live.preservation}/repository/${made.path}`;
    const deposit = await newDeposit(live, { archivalGroup: group });
    const { body } = await ask('POST', `${deposit.uri}/importjobs`, {
      deposit: deposit.uri,
      archivalGroup: group,
      isUpdate: true,
      binariesToDelete: [{ id: `${group}/objects/gone.txt` }],
    });
    expect((await ended(live, body.id))['errors']).to.equal(null);
  });

  for (const [request, on, expected] of ROWS) {
    const services = on === 'both' ? (['preservation', 'storage'] as const) : [on];
    for (const service of services) {
      it(`${request} on the ${service} service: ${expected.status} ${expected.type ?? ''}`.trimEnd(), async () => {
        const [method = '', path = ''] = request.replace('@', box).split(' ');
        const { status, headers, body, text } = await ask(method, live[service] + path);
        expect(status).to.equal(expected.status);
        const shown = method === 'HEAD' ? headers.get('x-preservation-resource-type') : body['type'];
        if (expected.type !== undefined) expect(shown).to.equal(expected.type);
        if (method === 'HEAD') expect(text).to.equal('');
        else if (status >= 400) expect(headers.get('content-type')).to.equal(PROBLEM);
        if (expected.mediaType !== undefined) expect(headers.get('content-type')).to.equal(expected.mediaType);
        if (expected.title !== undefined) expect(body['title']).to.equal(expected.title);
        if (expected.detail !== undefined) expect(body['detail']).to.match(expected.detail);
      });
      if (!request.startsWith('GET /repository')) continue;
      it(`HEAD answers what ${request} does on the ${service} service`, async () => {
        const uri = live[service] + request.replace('@', box).slice('GET '.length);
        const [got, head] = [await ask('GET', uri), await ask('HEAD', uri)];
        expect(head.text).to.equal('');
        const typeIn = ({ headers }: typeof got): string | null => headers.get('x-preservation-resource-type');
        expect([head.status, typeIn(head)]).to.deep.equal([got.status, typeIn(got)]);
        expect(typeIn(got) !== null, 'has a type').to.equal(got.status === 200);
      });
    }
  }
});
