import { expect } from 'chai';
import { readOpenApi, type OperationObject } from '../../schemas/openapi-document.js';
import { openApiFolder } from '../../schemas/openapi-files.js';
import { readExamples } from '../../schemas/openapi-examples.js';

interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly examples?: object }>>;
}

interface Words {
  readonly summary?: string;
  readonly description?: string;
}

const operationsOf = (name: 'preservation' | 'storage'): OperationObject[] =>
  Object.values(readOpenApi(name).paths).flatMap((item) =>
    Object.values(item).filter((part): part is OperationObject => 'operationId' in part),
  );

/** The JSON bodies of an operation that have examples: of its request, and of each response with success. */
const jsonBodies = ({ requestBody, responses }: OperationObject): (readonly [string, Body])[] =>
  [
    ['request', (requestBody ?? {}) as Body] as const,
    ...Object.entries(responses as Readonly<Record<string, Body>>).filter(([status]) => status.startsWith('2')),
  ].filter(([, { content }]) => content?.['application/json'] !== undefined);

for (const name of ['preservation', 'storage'] as const) {
  describe(`the examples in the document of the ${name} service`, () => {
    for (const operation of operationsOf(name)) {
      const { operationId, summary, description, responses } = operation as OperationObject & Words;

      for (const [which, { content }] of jsonBodies(operation))
        it(`show what was sent or answered for ${operationId}, ${which}`, () => {
          const { example, examples = {} } = content?.['application/json'] ?? {};
          expect(example).to.equal(undefined);
          expect(Object.keys(examples)).to.not.be.empty;
        });

      it(`stand beside words about ${operationId} and each of its responses`, () => {
        expect(summary).to.be.a('string').and.not.empty;
        expect(description).to.be.a('string').and.not.empty;
        const silent = Object.entries(responses as Readonly<Record<string, Body>>).filter(
          ([, each]) => !('$ref' in each) && each.description === undefined,
        );
        expect(silent).to.deep.equal([]);
        if (operationId !== 'health') expect(responses, 'what a fault is answered with').to.have.property('default');
      });
    }

    it('are of bodies that the document has', () => {
      const known = new Map(
        operationsOf(name).map((each) => [each.operationId, jsonBodies(each).map(([which]) => which)]),
      );
      for (const [operationId, recorded] of Object.entries(readExamples(openApiFolder(), name)))
        expect(known.get(operationId), operationId).to.include.members(Object.keys(recorded));
    });
  });
}
