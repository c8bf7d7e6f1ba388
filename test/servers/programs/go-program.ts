import { runProgram } from '../run-program.js';
import { ServiceFault } from '../service-fault.js';
import type { Program } from '../service.js';

/** A server that is compiled from a Go module. */
export interface GoModule {
  readonly name: string;
  /** The command's name, and the folder of the cache that it goes into. */
  readonly command: string;
  readonly module: string;
  /** Of the package that is the command, below the module; empty where it is the module itself. */
  readonly path: string;
  readonly version: string;
  /** As go.sum has it. The module names the versions of all it needs, and Go checks those in its own way. */
  readonly sum: string;
}

const FLAGS = { GOFLAGS: '-buildvcs=false', CGO_ENABLED: '0' };

const sumIn = (json: string): string => {
  const parsed: unknown = JSON.parse(json);
  return typeof parsed === 'object' && parsed !== null && 'Sum' in parsed ? String(parsed.Sum) : '';
};

/** The program of a Go module; its folder holds the one command. Needs `go` and nothing else. */
export const goProgram = ({ name, command, module, path, version, sum }: GoModule): Program => ({
  name,
  version,
  folder: `${command}/bin`,
  isCompiled: true,
  async install(folder, log) {
    const run = (words: readonly string[], environment = {}): Promise<string> =>
      runProgram({ command: 'go', words, environment: { ...FLAGS, ...environment }, log, attempts: 3 });
    const found = sumIn(await run(['mod', 'download', '-json', `${module}@${version}`]));
    if (found !== sum)
      throw new ServiceFault(`${module} ${version} is not the one that is pinned: its sum is ${found}`);
    await run(['install', '-trimpath', '-ldflags=-s -w', `${module}${path}@${version}`], { GOBIN: folder });
  },
});
