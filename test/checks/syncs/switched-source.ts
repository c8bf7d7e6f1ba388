import ts from 'typescript';
import { syncsIn, type Sync } from './syncs-in.js';

/** A module as it runs, in which each sync can be taken out, and the syncs in it. */
export interface SwitchedSource {
  readonly syncs: readonly Sync[];
  readonly compiled: string;
}

/** Compiles a source with a switch at each of its syncs, which are numbered from `first` on. */
export const switchedSource = (file: string, text: string, first: number): SwitchedSource => {
  const syncs = syncsIn(file, text);
  let switched = text;
  for (const [index, { start, end, without }] of [...syncs.entries()].reverse()) {
    const whole = `(isTakenOut(${first + index}) ? ${without} : ${text.slice(start, end)})`;
    switched = switched.slice(0, start) + whole + switched.slice(end);
  }
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    inlineSourceMap: true,
  };
  return { syncs, compiled: ts.transpileModule(switched, { compilerOptions, fileName: file }).outputText };
};
