import { expect } from 'chai';
import { createApp } from '../../../gateways/http/app.js';
import { developmentIdentity } from '../../../gateways/http/identify.js';
import { noContent, route } from '../../../gateways/http/route.js';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { memoryLog } from '../service.js';

const operation = (operationId: string) => ({ operationId, responses: { default: { description: 'Anything.' } } });

const boot = (paths: OpenApiDocument['paths'], handlers: readonly string[]): (() => unknown) => {
  const document = { openapi: '3.1.0', info: { title: 'A small service', version: '1' }, paths, components: {} };
  const routes = handlers.map((id) => route(id, () => Promise.resolve(noContent())));
  return () =>
    createApp({
      document,
      routes,
      identify: developmentIdentity('dev'),
      log: memoryLog().log,
      bodyLimits: { most: 1 },
    });
};

describe('the route table', () => {
  it('is taken when document and handlers match', () => {
    expect(boot({ '/a': { get: operation('readA'), put: operation('writeA') } }, ['writeA', 'readA'])).to.not.throw();
  });

  it('stops the process by a sentence that names an operation without a handler', () => {
    expect(boot({ '/a': { get: operation('readA') } }, [])).to.throw(
      'The routes and the OpenAPI document differ: readA has no handler.',
    );
  });

  it('stops the process by a sentence that names a handler without an operation', () => {
    expect(boot({}, ['readA'])).to.throw('readA is not described.');
  });

  it('stops the process when an operation or a handler is there twice', () => {
    expect(boot({ '/a': { get: operation('readA') }, '/b': { get: operation('readA') } }, ['readA'])).to.throw(
      'readA is described twice',
    );
    expect(boot({ '/a': { get: operation('readA') } }, ['readA', 'readA'])).to.throw('readA has two handlers');
  });
});
