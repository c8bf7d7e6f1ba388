import { TOOL_TITLES, ToolFailure, type ToolName } from '../../../formats/tools/findings/tool-ports.js';

const LONGEST = 16 * 1024 ** 2;

/** The whole lines of a tool's output, without their ends; a rest without an end is a ToolFailure, as is a line above 16 MiB. */
export async function* readLines(chunks: AsyncIterable<Buffer>, tool: ToolName): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString();
      parts = [];
      length = 0;
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > LONGEST)
      throw new ToolFailure(tool, 'limit', `${TOOL_TITLES[tool]} wrote a line of more than 16 MiB.`);
  }
  if (length > 0) throw new ToolFailure(tool, 'failed', `${TOOL_TITLES[tool]} ended in the middle of a line.`);
}
