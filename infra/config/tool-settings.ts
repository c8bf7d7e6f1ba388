import type { Setting } from './setting.js';

/** The tools that look at the files of a deposit; docs/tools.md. */
export const toolSettings = {
  tools: {
    variable: 'MUNIMENT_TOOLS',
    fallback: 'siegfried,clamav,exiftool,brunnhilde',
    meaning:
      'The [tools](tools.md) that a pipeline run uses, separated by commas: `siegfried`, `clamav`, `exiftool`, `brunnhilde`; `none` for no tool. Brunnhilde is used only if it is installed; without any of the other tools that are named, a run fails.',
  },
  toolPath: {
    variable: 'MUNIMENT_TOOL_PATH',
    fallback: '',
    meaning:
      'Folders in which to look for tools, separated by colons, before those of `PATH`. The folder of `npm run tools -- install` comes last.',
  },
  siegfried: { variable: 'MUNIMENT_TOOL_SIEGFRIED', fallback: 'sf', meaning: 'The command of Siegfried.' },
  clamd: {
    variable: 'MUNIMENT_TOOL_CLAMD',
    fallback: '',
    meaning: 'The socket of clamd: an absolute path, or `host:port`. `clamscan` is used when it is empty.',
  },
  clamscan: {
    variable: 'MUNIMENT_TOOL_CLAMSCAN',
    fallback: 'clamscan',
    meaning: 'The scanner that loads the signatures for each run.',
  },
  clamavFileBytes: {
    variable: 'MUNIMENT_TOOL_CLAMAV_FILE_BYTES',
    fallback: '104857600',
    meaning:
      'The largest file that ClamAV may call clean; a larger one is scanned as far as ClamAV takes it, and recorded as infected or as not scanned. Not more than `MaxFileSize` and `StreamMaxLength` of clamd.',
  },
  clamavAgeDays: {
    variable: 'MUNIMENT_TOOL_CLAMAV_AGE_DAYS',
    fallback: '7',
    meaning: 'How many days old the virus signatures may be before their age is reported.',
  },
  exiftool: { variable: 'MUNIMENT_TOOL_EXIFTOOL', fallback: 'exiftool', meaning: 'The command of ExifTool.' },
  brunnhilde: {
    variable: 'MUNIMENT_TOOL_BRUNNHILDE',
    fallback: 'brunnhilde.py',
    meaning: 'The command of Brunnhilde, which also needs `sf`, `clamscan` and `tree`.',
  },
  toolSilentSeconds: {
    variable: 'MUNIMENT_TOOL_SILENT_SECONDS',
    fallback: '900',
    meaning: 'A tool is ended if it prints nothing for this many seconds while a result is awaited.',
  },
  toolCallSeconds: {
    variable: 'MUNIMENT_TOOL_CALL_SECONDS',
    fallback: '86400',
    meaning: 'A tool is ended if it works for this many seconds on the files that it has at a time.',
  },
  toolMemoryMebibytes: {
    variable: 'MUNIMENT_TOOL_MEMORY_MIB',
    fallback: '8192',
    meaning: 'A tool is ended if it and the processes that it starts take more memory than this (on Linux).',
  },
} as const satisfies Record<string, Setting>;
