import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readOpenApi, type ServiceName } from './openapi-document.js';

/** The findings of the Redocly linter in a service's document with its recorded examples, one line each. */
export const openApiProblems = async (name: ServiceName): Promise<string[]> => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'operation-4xx-response': 'off' }, // the health check has no client errors
  });
  const problems = await lintFromString({
    source: JSON.stringify(readOpenApi(name)),
    absoluteRef: `${name}.json`,
    config,
  });
  return problems.map(({ ruleId, message, location }) => `${name} ${location[0]?.pointer ?? ''} ${ruleId}: ${message}`);
};
