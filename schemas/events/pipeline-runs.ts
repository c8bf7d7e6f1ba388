import { at, by, depositId, event } from './event.js';
import { count, list, object, orNull, text } from './shape.js';

export const runId = text('The pipeline run.');
/** Of a worker outside of the platform it is that of the last claim, 0 where there was none. */
export const pipelineEpoch = count('Identifies the worker that has the run; a later one has a higher number.');

const path = text('Path relative to the deposit.');
const ofRun = { runId, depositId };
const ofEpoch = { ...ofRun, epoch: pipelineEpoch };

/** The public events of the records of pipeline runs, by name. */
export const pipelineRunEvents = {
  PipelineRunOpened: event(
    'A pipeline run was requested.',
    object({ ...ofRun, archivalGroupName: orNull(text('Display name for the archival group.')), by, at }),
  ),
  PipelineToolsRecorded: event(
    'The tools of the run.',
    object({
      ...ofEpoch,
      tools: list(
        'The tools.',
        object({
          name: text('Name of the tool.'),
          version: text('Its version.'),
          signatures: orNull(text('Version of its signatures or definitions; null for a tool without them.')),
        }),
      ),
      warnings: list(
        'Warnings, such as one about old signatures, or about files that no tool examines.',
        text('A sentence.'),
      ),
      at,
    }),
  ),
  PipelineRunProgressed: event(
    'A part of a step was done. Only of runs that earlier versions of the software worked.',
    object({
      ...ofEpoch,
      step: text('Name of the step.'),
      files: count('Files so far.'),
      of: orNull(count('Files of the step; null while it is not known.')),
      bytes: count('Bytes so far.'),
      at,
    }),
  ),
  PipelineFindingsRecorded: event(
    'Some of the findings of the tools. Only findings of the last epoch count.',
    object({
      ...ofEpoch,
      page: count('Numbered from 0.'),
      infected: list('Files with a virus.', object({ path, signature: text('Name of the virus.') })),
      unidentified: list('Files of unknown format.', path),
      failed: list('Files that a tool could not read.', object({ path, message: text('What failed.') })),
      at,
    }),
  ),
};
