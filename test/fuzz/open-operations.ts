import type { OpenApiDocument, OperationObject, PathItem } from '../../schemas/openapi-document.js';

/** The methods that an OpenAPI path may have. */
const METHODS = ['get', 'head', 'put', 'post', 'patch', 'delete'] as const;

/** One operation of a document. */
export interface OpenOperation {
  /** As schemathesis names it: `GET /deposits/{depositId}`. */
  readonly label: string;
  readonly path: string;
  readonly item: PathItem;
  readonly operation: OperationObject;
}

/** All operations of a document. */
export const openOperations = ({ paths }: OpenApiDocument): readonly OpenOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ label: `${method.toUpperCase()} ${path}`, path, item, operation }];
    }),
  );
