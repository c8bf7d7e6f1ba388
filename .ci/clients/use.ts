// What a client does that openapi-typescript has made the types of. Arguments: the addresses of both services.
import createClient from 'openapi-fetch';
import type { paths as Preservation } from './preservation.js';
import type { paths as Storage } from './storage.js';

const [, , preservation = '', storage = ''] = process.argv;
const one = createClient<Preservation>({ baseUrl: preservation });
const other = createClient<Storage>({ baseUrl: storage });
const at = (path: string) => ({ params: { path: { path } } });

const must = <T>({ data, error }: { readonly data?: T; readonly error?: unknown }): T => {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};

must(await one.PUT('/repository/{path}', { ...at('typescript'), body: { name: 'Boxes' } }));
const inner = must(await one.PUT('/repository/{path}', at('typescript/par(en)')));
const found = must(await one.GET('/repository/{path}', at('typescript/par(en)')));
const seen = must(await other.GET('/repository/{path}', at('typescript/par(en)')));
if (!('binaries' in seen)) throw new Error('It is no container.');
const archivalGroup = `${preservation}/repository/typescript/group`;
const deposit = must(await one.POST('/deposits', { body: { template: 'RootLevel', archivalGroup } }));
const depositId = deposit.id.slice(deposit.id.lastIndexOf('/') + 1);
const mets = must(await one.GET('/deposits/{depositId}/parsed-mets', { params: { path: { depositId } } }));
const diff = must(await one.GET('/deposits/{depositId}/importjobs/diff', { params: { path: { depositId } } }));
const missing = await other.GET('/ocfl/storagemap/{path}', at('typescript/group'));
console.log(
  JSON.stringify({
    made: inner.id,
    found: typeof found === 'object' && 'id' in found ? found.id : null, // not a METS, of either kind
    seen: seen.id,
    deposit: deposit.status,
    editable: mets.editable,
    adds: diff.binariesToAdd.length,
    missing: missing.response.status,
  }),
);
