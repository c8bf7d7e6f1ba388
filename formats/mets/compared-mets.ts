import type { SizeAndDigest } from '../digests/digested.js';
import { parentOf } from '../paths/repository-path.js';
import { rangesIn, type MetsSummary } from './describe-mets.js';
import { summariseContent } from './description/content-summary.js';
import { comparedMetadataReader } from './description/file-metadata.js';
import { textBudget } from './description/text-budget.js';
import { walkTree, type TreeTerms, type WalkedTree } from './description/walk-tree.js';
import { isAccepted } from './model/agents.js';
import type { DescribedFile } from './model/described-mets.js';
import { createdOf } from './structure/heading.js';
import type { MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';

/** What of a file is compared with a workspace, and shown in a row. Of metadata only formats, tags and the newest scan. */
export type ComparedFile = Pick<
  DescribedFile,
  'localPath' | 'name' | 'size' | 'digest' | 'otherDigest' | 'contentType' | 'metadata' | 'own' | 'effective'
>;

/** A folder of a METS with the folders and the files directly in it. */
export interface DirectoryOf<File, Directory> extends TreeTerms {
  readonly localPath: string;
  readonly name: string;
  readonly directories: readonly Directory[];
  readonly files: readonly File[];
}

export interface ComparedDirectory extends DirectoryOf<ComparedFile, ComparedDirectory> {
  readonly directories: readonly ComparedDirectory[];
}

/** The files and folders of a METS with what is compared. */
export interface ComparedMets {
  readonly root: ComparedDirectory;
  readonly summary: MetsSummary;
}

/** What is compared of the METS of any producer: a part of `wholeDescription`, in less time and memory. Throws MetsFault. */
export const comparedMets = (sections: MetsToRead & SizeAndDigest, options: MetsReadOptions): ComparedMets => {
  const spend = textBudget();
  const metadataOf = comparedMetadataReader(sections, spend);
  const tree = walkTree(sections, options, {
    spend,
    said: (file, source) => {
      const { localPath, name, size, digest, otherDigest, contentType } = file;
      return { localPath, name, size, digest, otherDigest, contentType, metadata: metadataOf(file, source) };
    },
  });
  const { title: name, agent, size, sha256 } = sections;
  const { roots } = tree.logical;
  return {
    root: nested(tree),
    summary: {
      ...{ name, agent, editable: isAccepted(agent, options.agents), size, sha256, created: createdOf(sections) },
      ...summariseContent(tree.files, [...tree.folders.values()]),
      files: tree.files.length,
      withoutDigest: tree.files.filter(({ digest }) => digest === null).length,
      logicalStructures: roots.length,
      ranges: rangesIn(roots),
    },
  };
};

const nested = ({
  folders,
  files,
}: Pick<WalkedTree<Omit<ComparedFile, keyof TreeTerms>>, 'folders' | 'files'>): ComparedDirectory => {
  const byPath = new Map(
    [...folders.values()].map(({ path: localPath, ...folder }) => [
      localPath,
      { localPath, ...folder, directories: [] as ComparedDirectory[], files: [] as ComparedFile[] },
    ]),
  );
  const around = (path: string) => byPath.get(parentOf(path) ?? '');
  for (const [path, directory] of byPath) if (path !== '') around(path)?.directories.push(directory);
  for (const file of files) around(file.localPath)?.files.push(file);
  const root = byPath.get('');
  if (root === undefined) throw new Error('a walked tree has a root');
  return root;
};
