import { openApiProblems } from './openapi-problems.js';

const problems = [...(await openApiProblems('preservation')), ...(await openApiProblems('storage'))];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
