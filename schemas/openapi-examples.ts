import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Values by their names: `request` has the bodies of requests, a status the bodies of responses with it. */
export type OperationExamples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The recorded examples of a service, by operationId. */
export type ServiceExamples = Readonly<Record<string, OperationExamples>>;

interface WithContent {
  readonly content?: Readonly<Record<string, object>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly requestBody?: WithContent;
  readonly responses: Readonly<Record<string, WithContent>>;
}

const JSON_TYPE = 'application/json';

/** The path of the recorded examples of a service. */
export const examplesFile = (folder: string, name: string): string => join(folder, 'examples', `${name}.json`);

export const readExamples = (folder: string, name: string): ServiceExamples =>
  JSON.parse(readFileSync(examplesFile(folder, name), 'utf8')) as ServiceExamples;

const withExamples = <Part extends WithContent>(part: Part, values: OperationExamples[string] | undefined): Part => {
  const media = part.content?.[JSON_TYPE];
  if (media === undefined || values === undefined) return part;
  const examples = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  return { ...part, content: { ...part.content, [JSON_TYPE]: { ...media, examples } } };
};

/** An operation with its recorded examples beside the schemas of its JSON bodies. */
export const joinExamples = <Operation extends object>(operation: Operation, examples: ServiceExamples): Operation => {
  if (!('operationId' in operation)) return operation;
  const { operationId, requestBody, responses } = operation as Operation & DescribedOperation;
  const own = examples[operationId] ?? {};
  const joined = Object.entries(responses).map(([status, each]) => [status, withExamples(each, own[status])] as const);
  return {
    ...operation,
    ...(requestBody === undefined ? {} : { requestBody: withExamples(requestBody, own['request']) }),
    responses: Object.fromEntries(joined),
  };
};
