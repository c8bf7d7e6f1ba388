import { ToolFailure } from '../../../formats/tools/findings/tool-ports.js';
import { BrokenOff } from './apart-from-failing.js';
import { badEnd } from './run-tool.js';
import type { ToolCommand, ToolProcess } from './tool-process.js';

/**
 * What a tool prints, as it is read from its output. After it, throws BrokenOff where the tool has not come to a good
 * end: it exceeded a limit, crashed, or ended in the middle of a result.
 */
export async function* toItsEnd<Printed>(
  tool: ToolProcess,
  name: ToolCommand['tool'],
  printed: AsyncIterable<Printed>,
): AsyncGenerator<Printed> {
  try {
    yield* printed;
    const end = await tool.end();
    if (end.code !== 0) throw badEnd(name, end);
  } catch (error) {
    if (error instanceof ToolFailure) throw new BrokenOff(error);
    throw error;
  }
}
