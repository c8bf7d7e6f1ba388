import { PLATFORM_FOLDER } from '../ocfl/platform-folder.js';

/** The logical path of the state file in every version. */
export const STATE_PATH = `${PLATFORM_FOLDER}/state.ndjson`;
