import { addAbortSignal } from 'node:stream';
import type { Dependencies } from '../../commands/core/dependencies.js';
import type { WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { asyncSource } from '../../flow/streams/async-source.js';
import type { BagInfoElement } from '../../formats/bagit/bag-info.js';
import { readBagInfo } from '../../formats/bagit/carried-elements.js';
import type { Step } from '../step.js';

interface BagInfoOptions extends Pick<WorkspaceView, 'deposit' | 'objects'> {
  readonly dependencies: Pick<Dependencies, 'bytes'>;
  readonly step: Step;
  readonly signal: AbortSignal;
}

/** The elements of the `bag-info.txt` of a deposit that is a bag. */
export const bagInfoIn = ({
  dependencies: { bytes },
  deposit: { files },
  objects,
  step,
  signal,
}: BagInfoOptions): Promise<readonly BagInfoElement[]> => {
  const inRoot = objects.filter(({ path }) => !path.includes('/'));
  const open = async function* (path: string): AsyncGenerator<Buffer> {
    const { stream } = await bytes.get({ bucket: files.bucket, key: files.prefix + path });
    yield* addAbortSignal(signal, stream) as AsyncIterable<Buffer>;
  };
  return step('read-bag-info', () => readBagInfo({ list: () => asyncSource(inRoot), open }));
};
