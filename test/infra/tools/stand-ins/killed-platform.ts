import { ToolProcess } from '../../../../infra/tools/process/tool-process.js';

/** Runs a script as a tool, and says so when that has written something; whoever started this kills it. */
const limits = { silentMs: 600_000, callMs: 600_000, memoryBytes: 1024 ** 3 };
const words = ['/bin/sh', '-c', process.argv[2] ?? ''];
const { signal } = new AbortController();
await using tool = new ToolProcess({ tool: 'exiftool', words }, { path: '/usr/bin:/bin', limits }, { signal });
for await (const chunk of tool.output()) process.stdout.write(chunk);
