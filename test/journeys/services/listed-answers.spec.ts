import { expect } from 'chai';
import { operationsOf, type Operation } from '../../../gateways/http/operation.js';
import { readOpenApi } from '../../../schemas/openapi-document.js';
import { unlistedStatus } from '../../support/http/listed-status.js';
import { liveServices } from '../../gateways/live-services.js';

interface Wrong {
  readonly what: string;
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** The path of an operation with a value for each of its parameters. */
const pathWith = ({ segments }: Operation, value: string): string =>
  segments.map((segment) => `/${segment.kind === 'literal' ? segment.text : value}`).join('');

/** Requests that are wrong in whatever way a client can be, as far as they go to this operation. */
const wrongRequests = (operation: Operation): Wrong[] => {
  const path = pathWith(operation, 'nothing-here');
  const query = [...operation.query.values()].map(({ name }) => name);
  return [
    { what: 'nothing that is there', path },
    ...['%zz', '%00', 'a'.repeat(4_097), '%20'].map((value) => ({
      what: `parameters ${value.slice(0, 9)}`,
      path: pathWith(operation, value),
    })),
    ...query.flatMap((name) => [
      { what: `${name} twice`, path: `${path}?${name}=true&${name}=false` },
      { what: `${name} as a word`, path: `${path}?${name}=banana` },
      { what: `${name} empty`, path: `${path}?${name}=` },
    ]),
    { what: 'an empty key', path, headers: { 'idempotency-key': '' } },
    { what: 'a long key', path, headers: { 'idempotency-key': 'k'.repeat(500) } },
    { what: 'a stale ETag', path, headers: { 'if-match': '"0"', 'if-none-match': '*' } },
    { what: 'another media type', path, headers: { accept: 'image/png', range: 'bytes=9-' } },
    ...(operation.method === 'get' || operation.method === 'head' ? [] : wrongBodies(path)),
  ];
};

const wrongBodies = (path: string): Wrong[] => [
  { what: 'a body that is empty', path, body: '', headers: JSON_TYPE },
  { what: 'a body that is not JSON', path, body: '{', headers: JSON_TYPE },
  { what: 'a body that is a number', path, body: '7', headers: JSON_TYPE },
  { what: 'a body with nothing in it', path, body: '{}', headers: JSON_TYPE },
  { what: 'a body without a type', path, body: new Uint8Array([123, 125]) },
  { what: 'a body of another type', path, body: '<x/>', headers: { 'content-type': 'application/xml' } },
  { what: 'a body in an unknown encoding', path, body: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'zip' } },
  { what: 'a body that is not gzip', path, body: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } },
  { what: 'a body that is too long', path, body: JSON.stringify({ x: 'x'.repeat(1_100_000) }), headers: JSON_TYPE },
];

describe('every answer to a request that is wrong', () => {
  const live = liveServices();

  for (const name of ['preservation', 'storage'] as const)
    for (const operation of operationsOf(readOpenApi(name)))
      it(`has a status that ${operation.operationId} of the ${name} service lists`, async () => {
        const method = operation.method.toUpperCase();
        for (const { what, path, body, headers = {} } of wrongRequests(operation)) {
          const answer = await fetch(live[name] + path, { method, headers, ...(body === undefined ? {} : { body }) });
          await answer.arrayBuffer();
          expect(answer.status, `${what}: ${path.slice(0, 100)}`).to.be.below(500);
          expect(unlistedStatus(name, method, path.split('?')[0] ?? '', answer.status), what).to.equal(null);
        }
      });
});
