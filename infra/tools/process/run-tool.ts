import { constants } from 'node:os';
import { TOOL_TITLES, ToolFailure, type ToolCall, type ToolName } from '../../../formats/tools/findings/tool-ports.js';
import { ToolProcess, type ToolCommand, type ToolEnd } from './tool-process.js';
import type { ToolSurroundings } from './tool-limits.js';

const MOST_OUTPUT = 64 * 1024 ** 2;

export interface ToolRun extends ToolEnd {
  readonly output: string;
}

/** Runs a tool to its end; more than 64 MiB of output is a ToolFailure. The exit code is for the caller to judge. */
export const runTool = async (
  command: ToolCommand,
  surroundings: ToolSurroundings,
  call: ToolCall,
): Promise<ToolRun> => {
  await using tool = new ToolProcess(command, surroundings, call);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of tool.output()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MOST_OUTPUT) throw tooMuch(command.tool);
  }
  return { ...(await tool.end()), output: Buffer.concat(chunks).toString() };
};

const tooMuch = (tool: ToolName): ToolFailure =>
  new ToolFailure(tool, 'limit', `${TOOL_TITLES[tool]} wrote more than 64 MiB.`);

/** A tool that ended with another exit code than it may have, or without its result, with the last lines of what it said. */
export const badEnd = (tool: ToolName, { code, errors }: ToolEnd): ToolFailure => {
  const said = errors.split('\n').slice(-3).join(' ').slice(-500);
  const how = `${TOOL_TITLES[tool]} ended with ${code}${signalOf(code)}`;
  return new ToolFailure(tool, 'failed', `${how}${said === '' ? '' : `: ${said.replace(/\.$/, '')}`}.`);
};

/** The signal that has ended a tool; empty for an exit code of its own. */
const signalOf = (code: number): string => {
  const name = Object.entries(constants.signals).find(([, number]) => number + 128 === code)?.[0];
  return name === undefined ? '' : ` (${name})`;
};
