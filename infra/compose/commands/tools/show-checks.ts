import { columns } from '../../../../clients/command-line/output/columns.js';
import { printable } from '../../../../clients/command-line/output/printable.js';
import type { Ended, Session } from '../../../../clients/command-line/program/verb.js';
import { readConfig } from '../../../config/config.js';
import { lackingForBrunnhilde } from '../../../tools/brunnhilde.js';
import { pipelineTools } from '../../../tools/pipeline-tools.js';
import { checkTools, type ToolCheck } from './check-tools.js';

const HEAD = [{ name: 'TOOL' }, { name: 'STATE' }, { name: 'DETAILS' }];

const verdict = (failed: number, of: number): string => {
  if (of === 0) return 'MUNIMENT_TOOLS names no tool.';
  if (failed === 0) return `${of} of ${of} tools ${of === 1 ? 'works' : 'work'}.`;
  return `${failed} of ${of} tools ${failed === 1 ? 'does' : 'do'} not work.`;
};

/** Tries each wanted tool, and shows what works; ends with 1 where one does not. */
export const showChecks = async ({ output, environment, now, interrupted }: Session): Promise<Ended> => {
  const { tools: config } = readConfig(environment);
  const { wanted, clamav, brunnhilde, path } = config;
  const lacks = lackingForBrunnhilde(brunnhilde, path);
  const checked: ToolCheck[] = [];
  output.progress.begin('Checking tools', { files: wanted.length, bytes: 0, noun: 'tool' });
  for await (const check of checkTools({
    tools: pipelineTools(config),
    wanted,
    reporterLacks: lacks === brunnhilde ? null : lacks,
    ageDays: clamav.ageDays,
    now: now(),
    signal: interrupted,
  })) {
    checked.push(check);
    output.progress.advance(1, 0);
  }
  output.progress.end();
  const failed = checked.filter(({ works }) => !works).length;
  if (output.form !== 'json') {
    const rows = checked.map(({ tool, works, text }) => [
      tool,
      works ? 'works' : output.paint('red', 'FAILED'),
      printable(text),
    ]);
    await output.write(columns({ head: HEAD, rows, output, isHeadShown: false }));
    await output.write(`${verdict(failed, checked.length)}\n`);
  }
  return { code: failed === 0 ? 0 : 1, summary: { tools: checked } };
};
