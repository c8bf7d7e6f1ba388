import type { PipelineTools, ToolName } from '../../formats/tools/findings/tool-ports.js';
import type { ToolsConfig } from '../config/tools.js';
import { brunnhilde, lackingForBrunnhilde } from './brunnhilde.js';
import { clamav } from './clamav/virus-scanner.js';
import { exiftool } from './exiftool/exiftool.js';
import { siegfried } from './siegfried/siegfried.js';

/**
 * The tools that the configuration wants. Whether one is installed shows when it is called, so that it may be installed
 * while the platform runs; but for the reporter, which is null where it is not installed now.
 */
export const pipelineTools = (config: ToolsConfig): PipelineTools => {
  const { wanted, path, limits } = config;
  const surroundings = { path, limits };
  const ifWanted = <T>(name: ToolName, make: () => T): T | null => (wanted.includes(name) ? make() : null);
  return {
    identifier: ifWanted('siegfried', () => siegfried(config.siegfried, surroundings)),
    scanner: ifWanted('clamav', () => clamav(config.clamav, surroundings)),
    extractor: ifWanted('exiftool', () => exiftool(config.exiftool, surroundings)),
    reporter:
      lackingForBrunnhilde(config.brunnhilde, path) === null
        ? ifWanted('brunnhilde', () => brunnhilde(config.brunnhilde, surroundings))
        : null,
  };
};
