import { createConfig, lint } from '@redocly/openapi-core';
import { openApiFile } from './openapi-document.js';

/** The findings of the Redocly linter in a service's document, one line each. */
export const openApiProblems = async (name: 'preservation' | 'storage'): Promise<string[]> => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'operation-4xx-response': 'off' }, // the health check has no client errors
  });
  const problems = await lint({ ref: openApiFile(name), config });
  return problems.map(
    ({ ruleId, message, location }) => `${name}.yaml ${location[0]?.pointer ?? ''} ${ruleId}: ${message}`,
  );
};
