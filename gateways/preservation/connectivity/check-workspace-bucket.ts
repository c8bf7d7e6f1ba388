import type { Dependencies } from '../../../commands/core/dependencies.js';
import { ByteStoreFault, conditionHeld } from '../../../formats/bytes.js';
import { json, route, type Route } from '../../http/route.js';
import { CHECKS, connectivityCheck } from '../../service/connectivity-check.js';

type CheckDependencies = Pick<Dependencies, 'bytes' | 'places'>;

const KEY = 'checks/test.json';
const CONTENT = Buffer.from('{"test":"value"}');

/** Reads one byte: anyone who may write to the bucket may have replaced the object by a large one. */
const readOrWrite = async ({ bytes, places }: CheckDependencies): Promise<void> => {
  const at = { bucket: places.workspaceBucket, key: KEY };
  try {
    const { stream } = await bytes.get(at, { range: { start: 0, end: 0 } });
    await stream.forEach(() => undefined);
  } catch (error) {
    const code = error instanceof ByteStoreFault ? error.code : null;
    if (code === 'range-unsatisfiable') return; // it is there, and empty
    if (code !== 'object-not-found') throw error;
    await conditionHeld(bytes.put(at, CONTENT, { contentType: 'application/json', onlyIf: 'absent' }));
  }
};

/** Whether the bucket of workspaces can be read; its test object is made where it is missing (companion 1.3). */
export const checkWorkspaceBucket = (dependencies: CheckDependencies): Route => {
  const check = connectivityCheck(CHECKS.workspaceBucket, () => readOrWrite(dependencies));
  return route('checkWorkspaceBucket', async () => json(200, await check()));
};
