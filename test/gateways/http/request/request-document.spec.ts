import { expect } from 'chai';
import { requestDocument } from '../../../../gateways/http/request/request-document.js';
import { readOpenApi, type OpenApiDocument, type OperationObject } from '../../../../schemas/openapi-document.js';

const operationsOf = ({ paths }: OpenApiDocument): readonly OperationObject[] =>
  Object.values(paths).flatMap((item) =>
    Object.values(item).filter((part): part is OperationObject => 'operationId' in (part as object)),
  );

describe('what a document says of requests', () => {
  for (const name of ['preservation', 'storage'] as const) {
    const document = readOpenApi(name);
    const made = requestDocument(document);

    it(`has every operation of ${name} with its parameters and its body`, () => {
      const requests = ({ operationId, parameters, requestBody }: OperationObject) => ({
        operationId,
        parameters,
        requestBody,
      });
      expect(operationsOf(made).map(requests)).to.deep.equal(operationsOf(document).map(requests));
    });

    it(`has all components that it refers to, as they are, and is much smaller than ${name}`, () => {
      const text = JSON.stringify(made);
      for (const [, kind = '', component = ''] of text.matchAll(/"#\/components\/([^/"]+)\/([^/"]+)"/g))
        expect(made.components[kind]?.[component], component).to.equal(document.components[kind]?.[component]);
      expect(text.length).to.be.lessThan(JSON.stringify(document).length / 2);
    });
  }
});
