import { createConfig, lint } from '@redocly/openapi-core';
import { openApiFile } from './openapi-document.js';

/** What an OpenAPI linter that others wrote finds in a service's document, each finding as one line. */
export const openApiProblems = async (name: 'preservation' | 'storage'): Promise<string[]> => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'operation-4xx-response': 'off' }, // the health of a service has no client's fault to report
  });
  const problems = await lint({ ref: openApiFile(name), config });
  return problems.map(
    ({ ruleId, message, location }) => `${name}.yaml ${location[0]?.pointer ?? ''} ${ruleId}: ${message}`,
  );
};
