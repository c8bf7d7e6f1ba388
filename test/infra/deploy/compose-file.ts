import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../../support/project-root.js';

/** What the specs look at of one service of the compose file. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

export const deployFolder = join(projectRoot, 'infra/deploy');

/** The compose file with its merges resolved, as a container engine reads it. */
export const composeFile = parse(readFileSync(join(deployFolder, 'compose.yaml'), 'utf8'), {
  merge: true,
}) as ComposeFile;

/** The services that are ours, by name. */
export const ownServices = Object.entries(composeFile.services).filter(([, { build }]) => build !== undefined);
