import { asyncApiProblems } from './asyncapi-document.js';
import { openApiProblems } from './openapi-problems.js';

// Run by `npm run check`: prints every problem of the API documents; exits with 1 when there is one.
const problems = [
  ...(await openApiProblems('preservation')),
  ...(await openApiProblems('storage')),
  ...asyncApiProblems(),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
