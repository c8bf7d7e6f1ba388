import type { OpenApiDocument } from '../../schemas/openapi-document.js';
import { openOperations, type OpenOperation } from './open-operations.js';

/** An OpenAPI link, whose expressions may end with a regular expression, as schemathesis understands them. */
export interface StatefulLink {
  readonly operationId: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
}

/** Links by the operation that they come from, then by its status. */
export type StatefulLinks = Readonly<Record<string, Readonly<Record<string, readonly StatefulLink[]>>>>;

const DEPOSIT = '#regex:/deposits/([^/?]+)$';
const LAST_SEGMENT = '#regex:/([^/?]+)$';

const takes = ({ path }: OpenOperation, parameter: string): boolean => path.includes(`{${parameter}}`);

const idsOf = (operations: readonly OpenOperation[]): readonly string[] =>
  operations.map(({ operation }) => operation.operationId);

/** Links to all these operations with the same parameters. */
const linksTo = (
  operations: readonly OpenOperation[],
  parameters: Readonly<Record<string, string>>,
): readonly StatefulLink[] => idsOf(operations).map((operationId) => ({ operationId, parameters }));

const METS_EDITS = ['addToMets', 'deleteFromMets', 'normaliseMets'];

/** With the entity tag that edits of the METS have to send. */
const metsLinks = (eTag: string): readonly StatefulLink[] =>
  METS_EDITS.map((operationId) => ({
    operationId,
    parameters: { depositId: '$request.path.depositId', 'header.If-Match': eTag },
  }));

/** What the links of both services are made of; links of operations that a document does not have are left out. */
const linksAmong = (operations: readonly OpenOperation[]): StatefulLinks => {
  const ofDeposit = operations.filter((each) => takes(each, 'depositId') && !takes(each, 'resultId'));
  const ofPath = operations.filter((each) => takes(each, 'path') && !takes(each, 'jobId'));
  const newDeposit = { '201': linksTo(ofDeposit, { depositId: `$response.body#/id${DEPOSIT}` }) };
  const samePath = linksTo(ofPath, { path: '$request.path.path' });
  const result = { depositId: '$request.path.depositId', resultId: `$response.body#/id${LAST_SEGMENT}` };
  const lastPage = { pageNumber: `$response.body#/last/id${LAST_SEGMENT}` };
  return {
    createDeposit: newDeposit,
    createDepositFromIdentifier: newDeposit,
    exportDeposit: newDeposit,
    getDeposit: { '200': metsLinks('$response.body#/metsETag') },
    getDepositMets: { '200': metsLinks('$response.header.ETag') },
    getParsedMets: { '200': metsLinks('$response.body#/eTag') },
    getImportJobDiff: {
      '200': [
        {
          operationId: 'createImportJob',
          parameters: { depositId: '$request.path.depositId' },
          requestBody: '$response.body',
        },
      ],
    },
    createImportJob: { '201': linksTo(named(operations, 'getImportJobResult'), result) },
    archiveDeposit: {
      '202': linksTo(named(operations, 'getDepositArchiveJob'), { depositId: '$request.path.depositId' }),
    },
    putResource: {
      '201': [
        ...samePath,
        { operationId: 'createDeposit', requestBody: { archivalGroup: '{$response.body#/id}/group' } },
      ],
    },
    deleteResource: { '204': samePath },
    getResource: { '200': samePath },
    createImport: {
      '201': linksTo(named(operations, 'getImportResult'), {
        jobId: '$response.body#/id#regex:/import/results/([^/]+)/',
        path: '$response.body#/id#regex:/import/results/[^/]+/(.+)$',
      }),
    },
    createExport: { '201': linksTo(named(operations, 'getExport'), { exportId: `$response.body#/id${LAST_SEGMENT}` }) },
    getGroupActivities: { '200': linksTo(named(operations, 'getGroupActivityPage'), lastPage) },
    getImportActivities: { '200': linksTo(named(operations, 'getImportActivityPage'), lastPage) },
    listEvents: {
      '200': linksTo(named(operations, 'listEvents'), { 'query.after': '$response.body#/position' }),
    },
  };
};

const named = (operations: readonly OpenOperation[], operationId: string): readonly OpenOperation[] =>
  operations.filter(({ operation }) => operation.operationId === operationId);

/**
 * How operations follow from each other. The documents have no links: the ids in answers are URIs, of which a standard
 * expression of OpenAPI cannot take the part that a parameter wants.
 */
export const statefulLinks = (document: OpenApiDocument): StatefulLinks => {
  const operations = openOperations(document);
  const known = new Set(idsOf(operations));
  const links = linksAmong(operations);
  return Object.fromEntries(
    Object.entries(links)
      .filter(([from]) => known.has(from))
      .map(([from, byStatus]) => [
        from,
        Object.fromEntries(
          Object.entries(byStatus).map(([status, all]) => [
            status,
            all.filter(({ operationId }) => known.has(operationId)),
          ]),
        ),
      ]),
  );
};
