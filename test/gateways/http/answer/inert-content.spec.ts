import { Readable } from 'node:stream';
import { expect } from 'chai';
import { createApp } from '../../../../gateways/http/app.js';
import { developmentIdentity } from '../../../../gateways/http/identify.js';
import { json, route, type Answer } from '../../../../gateways/http/route.js';
import type { OpenApiDocument, PathItem } from '../../../../schemas/openapi-document.js';
import { memoryLog, serve, type Service } from '../../service.js';

const html = '<script>alert(1)</script>';
const OWN_POLICY = "default-src 'self'";

const ANSWERS: Readonly<Record<string, () => Answer>> = {
  bytes: () => ({
    status: 200,
    content: { kind: 'bytes', stream: Readable.from([html]), mediaType: 'text/html', size: html.length },
  }),
  untyped: () => ({
    status: 200,
    content: { kind: 'bytes', stream: Readable.from([html]), mediaType: null, size: html.length },
  }),
  endless: () => ({ status: 200, content: { kind: 'endless', stream: Readable.from([html]), mediaType: 'text/html' } }),
  text: () => ({ status: 200, content: { kind: 'text', text: html, mediaType: 'text/html' } }),
  json: () => json(200, { html }),
  page: () => ({
    status: 200,
    headers: { 'Content-Security-Policy': OWN_POLICY },
    content: { kind: 'text', text: html, mediaType: 'text/html' },
  }),
};

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'A small service', version: '1' },
  paths: Object.fromEntries(
    Object.keys(ANSWERS).map((kind): [string, PathItem] => [
      `/${kind}`,
      { get: { operationId: kind, responses: { default: { description: 'x' } } } },
    ]),
  ),
  components: {},
};

describe('content that a service sends', () => {
  let service: Service;
  before(async () => {
    service = await serve(
      createApp({
        document,
        routes: Object.entries(ANSWERS).map(([kind, answer]) => route(kind, () => Promise.resolve(answer()))),
        identify: developmentIdentity('dev'),
        log: memoryLog().log,
        bodyLimits: { most: 1_000 },
      }),
    );
  });
  after(() => service.close());

  for (const kind of ['bytes', 'untyped', 'endless', 'text', 'json', 'no operation'])
    it(`is inert in a browser: ${kind}`, async () => {
      const { headers } = await fetch(`${service.base}/${kind}`);
      expect(headers.get('content-security-policy')).to.match(/^sandbox; default-src 'none'/);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
    });

  it('has the policy of its handler where there is one', async () => {
    const { headers } = await fetch(`${service.base}/page`);
    expect(headers.get('content-security-policy')).to.equal(OWN_POLICY);
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
  });
});
