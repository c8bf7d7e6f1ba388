import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Files } from '../../../infra/embedded/file-system/files.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import {
  forgetfulFiles,
  SURVIVORS,
  type ForgetfulFiles,
  type PowerCutPlan,
  type Survivors,
} from './forgetful-files.js';
import { benchOn, type AllowedContent, type Bench } from './store-bench.js';
import { openEngineIn } from '../s3/open-engine-in.js';
import { syncedIndex } from './synced-index.js';

/** The cut is a simulated one, so that nothing need wait for a real disk. */
export const quickFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export const imageOf = (folder: string, survivors: Survivors): string => join(folder, `image-${survivors}`);

/** What is done until the power goes. */
export interface Scene {
  readonly bucket: string;
  readonly play: (bench: Bench, disk: ForgetfulFiles) => Promise<void>;
  /** The operations that the store has, where they are not quite those of the disk. */
  readonly through?: (disk: ForgetfulFiles) => Files;
}

/**
 * Plays the scene until the power goes, and leaves an image for each way the disk may have taken it. Gives what was
 * known at that moment, or null when the scene ended before.
 */
export const playUntil = async (
  folder: string,
  { bucket, play, through = (disk) => disk }: Scene,
  moment: Pick<PowerCutPlan, 'step' | 'when'>,
): Promise<AllowedContent | null> => {
  const home = join(folder, 'home');
  await rm(home, { recursive: true, force: true });
  mkdirSync(home);
  const index = syncedIndex(join(home, 'objects.sqlite'));
  const allowed: AllowedContent = new Map();
  const known: AllowedContent[] = [];
  const onCut = (): void => {
    known.push(new Map([...allowed].map(([key, values]) => [key, [...values]])));
    for (const survivors of SURVIVORS) {
      const image = imageOf(folder, survivors);
      mkdirSync(image, { recursive: true });
      index.writeImage(image, survivors);
      disk.writeImage(image, survivors);
    }
  };
  const disk = forgetfulFiles(home, { ...moment, onCut });
  const files = through(disk);
  const open = (): Promise<ObjectEngine> => openEngineIn(home, { files });
  try {
    const engine = await open().catch(() => null);
    if (engine !== null) {
      const bench = benchOn(open, engine, bucket, allowed);
      await play(bench, disk).catch((error: unknown) => {
        if (known.length === 0) throw error;
      });
      await bench.close();
    }
  } finally {
    index.end();
  }
  return known[0] ?? null;
};
