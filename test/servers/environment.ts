import { eventstoredb, services } from './catalogue.js';
import { placeOf, runs } from './start.js';
import { readState } from './state.js';

/** What tells the suites where the servers are that run now, by variable; a server that does not run is not in it. */
export const serviceEnvironment = (
  cache: string,
  given: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> => {
  const state = readState(cache);
  const found = services.flatMap((service) => {
    const entry = state[service.name];
    if (entry === undefined || !runs(entry)) return [];
    return [[service.variable, service.value(placeOf(cache, service, entry))] as const];
  });
  const own = given[eventstoredb.variable];
  return Object.fromEntries([
    ...found,
    ...(own === undefined || own === '' ? [] : [[eventstoredb.variable, own] as const]),
    ['MUNIMENT_TEST_SERVICES_CACHE', cache] as const,
  ]);
};

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Lines that a POSIX shell evaluates. */
export const exportLines = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `export ${name}=${quoted(value)}\n`)
    .join('');
