import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { catalogue } from '../../../../events/codec/catalogue.js';
import { createCodec } from '../../../../events/codec/codec.js';
import type { Fact } from '../../../../events/envelope.js';
import { sentenceOf } from '../../../../gateways/preservation/history/sentence.js';
import type { HistoryFact } from '../../../../gateways/preservation/history/sentences.js';
import { GERMAN_SENTENCES } from './german-sentences.js';
import { projectRoot } from '../../../support/project-root.js';

interface WrittenFact {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: { readonly actor: { readonly agent: string } };
}

const folder = join(projectRoot, 'test', 'fixtures', 'events');
/** The events of streams that have no history of their own. */
const OTHERS =
  /^(?:ArchivalGroup(?:Creation|Update)|CheckpointReached|ExportFailuresRecorded|ExportJob|ImportJob(?!Accepted|Declined|Settled)|ImportPlan|Job(?:Admitted|Claimed|Ended|ReportPageRecorded|Requested)|Pipeline(?:FindingsRecorded|RunOpened|RunProgressed|ToolsRecorded)|Lease(?!.*Reassigned))/;

const SENTENCES: Readonly<Record<string, string>> = {
  'ArchiveJobReported.1': 'Maja Lind reported that an archiver failed: The bucket was not reachable.',
  'ChildConfirmed.1': 'The archival group 1911 was published in it.',
  'ChildEntryMoved.1': '1911 was moved to the form of a later version of the platform.',
  'ChildPurged.1': 'Maja Lind purged the container drafts in it; the name is free again.',
  'ChildReservationReleased.1': 'The name 1911 became free again, since import job r4h8z6bn3cye failed.',
  'ChildReserved.1': 'Import job r4h8z6bn3cye reserved the name 1911 for an archival group.',
  'ChildTombstoned.1': 'Maja Lind deleted the container drafts in it; the name stays taken.',
  'ContainerClosed.1': 'Maja Lind began to delete the container.',
  'ContainerCreated.1': 'Maja Lind created the container.',
  'ContainerDeleted.1': 'Maja Lind deleted the container.',
  'ContainerEntriesMoved.1': 'What is in it was moved to the form of a later version of the platform.',
  'ContainerEntriesMoving.1': 'What is in it is being moved to the form of a later version of the platform.',
  'ContainerReopened.1': 'The container was not deleted, since something is in it.',
  'DepositActivated.1': 'Maja Lind activated the deposit.',
  'DepositAdmissionDeclined.1': 'The deposit was not taken for letters/1911: Deposit is locked by Ona Rask',
  'DepositAdmitted.1': 'Maja Lind made deposit k7mp2xqa9dtw the active one.',
  'DepositArchivalGroupAssigned.1': 'Maja Lind assigned the deposit to letters/1912 instead of letters/1911.',
  'DepositArchived.1': 'The deposit was archived: 42 files removed from its workspace.',
  'DepositArchivingBegun.1': 'Maja Lind had the deposit archived.',
  'DepositArchivingClaimed.1': 'Archive job a8w3n6pcy2fd began.',
  'DepositArchivingFailed.1': 'The deposit was not archived: The file is not in v2 of letters/1911. (and 1 more error)',
  'DepositArchivingVerified.1': '42 files of the workspace were found in version v2.',
  'DepositCreated.1': 'Maja Lind created the deposit for letters/1911.',
  'DepositDeactivated.1': 'Maja Lind deactivated the deposit.',
  'DepositDeleted.1': 'Maja Lind deleted the deposit.',
  'DepositDescribed.1':
    'Maja Lind changed the name of the archival group to "Letters of 1911, part 1" and the submission text.',
  'DepositExportStarted.1': 'Maja Lind had version v2 exported into the deposit.',
  'DepositFilesArrived.1': 'The exported files arrived, without 1 file.',
  'DepositImportFailed.1': 'The deposit was not preserved, since import job r4h8z6bn3cye failed.',
  'DepositLockSeized.1': 'Maja Lind took the lock from Ona Rask.',
  'DepositLocked.1': 'Maja Lind locked the deposit.',
  'DepositPreserved.1': 'The deposit was preserved as version v1.',
  'DepositReleased.1': 'Deposit k7mp2xqa9dtw is no longer the active one: it was preserved.',
  'DepositUnlocked.1': 'Maja Lind unlocked the deposit.',
  'DepositWorkspaceEmptied.1': 'The workspace was emptied.',
  'DepositWorkspacePrepared.1': 'The workspace was prepared, with a METS file.',
  'ExportAbandoned.1': 'Export e5k9x2mvq7tb was given up.',
  'ExportFinished.1': 'Export e5k9x2mvq7tb ended: 41 files copied, 1 not.',
  'ExportLeaseReassigned.1': 'Another worker continued export e5k9x2mvq7tb.',
  'ExportRequested.1': 'Maja Lind asked for export e5k9x2mvq7tb of version v2 into deposit k7mp2xqa9dtw.',
  'ExportStarted.1': 'Export e5k9x2mvq7tb began.',
  'ImportAbandoned.1': 'Import job r4h8z6bn3cye failed with 1 error.',
  'ImportAdmissionReleased.1': 'Import job r4h8z6bn3cye was withdrawn before it began.',
  'ImportAdmitted.1': 'Maja Lind asked for import job r4h8z6bn3cye with 2 operations.',
  'ImportContentBegun.1': 'Import job r4h8z6bn3cye began to write the content of v1.',
  'ImportJobAccepted.1': 'Maja Lind started import job r4h8z6bn3cye.',
  'ImportJobDeclined.1': 'Import job r4h8z6bn3cye was refused: Deposit is locked by Ona Rask',
  'ImportJobSettled.1': 'Import job r4h8z6bn3cye was completed.',
  'ImportLeaseReassigned.1': 'Another worker continued import job r4h8z6bn3cye.',
  'ImportStarted.1': 'Import job r4h8z6bn3cye began.',
  'ImportStarted.2': 'Import job r4h8z6bn3cye began.',
  'DepositFilesDeleted.1': 'Maja Lind deleted 2 files of the bag.',
  'JobHeld.1': 'Maja Lind held job r4h8z6bn3cye.',
  'JobHoldReleased.1': 'Maja Lind released job r4h8z6bn3cye.',
  'JobPriorityChanged.1': 'Maja Lind gave job r4h8z6bn3cye the priority -3.',
  'MetsRevised.1': 'Maja Lind changed the METS file: 3 paths recorded, 1 removed.',
  'PipelineMetadataCreated.1': 'Pipeline run p3v7m2kq8xtc stored the output of its tools.',
  'PipelineRunClaimed.1': 'Pipeline run p3v7m2kq8xtc began.',
  'PipelineRunCompleted.1':
    'Pipeline run p3v7m2kq8xtc was completed: 40 files identified, 1 not, 1 infected. The lock of Maja Lind ended.',
  'PipelineRunFailed.1': 'Pipeline run p3v7m2kq8xtc failed: Could not find object folder for deposit k7mp2xqa9dtw',
  'PipelineRunForceCompleted.1':
    'Maja Lind ended pipeline run p3v7m2kq8xtc: Ona Rask forced completion of this pipeline run. The lock of Maja Lind ended.',
  'PipelineRunQueued.1': 'Maja Lind asked for pipeline run p3v7m2kq8xtc.',
  'VersionAdopted.1': 'platform adopted version v1 from the store: 2 files.',
  'VersionCommitDecided.1': 'Maja Lind made version v1: 2 files, 2 of them new.',
  'VersionPublished.1': 'Version v1 was published.',
};

describe('the history of recorded events', () => {
  const codec = createCodec(catalogue);
  const files = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

  const written = (file: string): { readonly fact: HistoryFact; readonly agent: string } => {
    const text = readFileSync(join(folder, `${file}.json`), 'utf8');
    const { id, type, data, metadata } = JSON.parse(text) as WrittenFact;
    const fact: Fact = codec.decode({ id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) });
    return { fact: fact as HistoryFact, agent: metadata.actor.agent };
  };

  for (const [language, sentences] of Object.entries({ English: SENTENCES, German: GERMAN_SENTENCES }))
    it(`has a sentence in ${language} for every one of a deposit, an archival group and a container`, () => {
      expect(files.filter((file) => !OTHERS.test(file))).to.have.members(Object.keys(sentences));
    });

  for (const [file, sentence] of Object.entries(SENTENCES))
    it(`says of ${file}: ${sentence}`, () => {
      const { fact, agent } = written(file);
      expect(sentenceOf(fact, agent, 'en')).to.equal(sentence);
    });

  for (const [file, sentence] of Object.entries(GERMAN_SENTENCES))
    it(`says of ${file} in German: ${sentence}`, () => {
      const { fact, agent } = written(file);
      expect(sentenceOf(fact, agent, 'de')).to.equal(sentence);
    });
});

describe('the history of a job that an agent cancelled', () => {
  const at = '2026-03-04T05:06:07.8901234Z';
  const cancelled = { cancelledBy: 'Ona Rask', at };
  const errors = [{ path: null, message: 'Cancelled by Ona Rask.' }];
  for (const [sentence, fact] of [
    [
      'Ona Rask cancelled import job j1.',
      { type: 'ImportAbandoned', data: { path: 'a/g', jobId: 'j1', epoch: 0, errors, ...cancelled } },
    ],
    [
      'Ona Rask cancelled export e1.',
      { type: 'ExportAbandoned', data: { path: 'a/g', exportId: 'e1', by: 'Ona Rask', ...cancelled } },
    ],
    [
      'Ona Rask cancelled the archiving of the deposit.',
      { type: 'DepositArchivingFailed', data: { depositId: 'd1', jobId: 'z1', errors, by: 'Ona Rask', ...cancelled } },
    ],
  ] as const)
    it(`says: ${sentence}`, () => expect(sentenceOf(fact, 'Ona Rask', 'en')).to.equal(sentence));
});

describe('the history of what had none of something', () => {
  const at = '2026-03-04T05:06:07.8901234Z';
  const counts = { identified: 0, unidentified: 0, infected: 0, failed: 0 };
  const run = { depositId: 'd1', runId: 'p1', released: null, at };
  const version = { path: 'a/g', jobId: 'j1', version: 2, by: 'Ona Rask', at };
  const facts: readonly (readonly [string, string, object])[] = [
    [
      'Ona Rask changed the METS file: 1 path removed.',
      'Ona Rask hat die METS-Datei geändert: 1 Pfad herausgenommen.',
      { type: 'MetsRevised', data: { depositId: 'd1', recorded: 0, removed: 1, at } },
    ],
    [
      'Ona Rask changed the METS file.',
      'Ona Rask hat die METS-Datei geändert.',
      { type: 'MetsRevised', data: { depositId: 'd1', recorded: 0, removed: 0, at } },
    ],
    [
      'Pipeline run p1 was completed: 2 files not identified, 1 failed.',
      'Der Lauf p1 ist fertig: 2 Dateien nicht erkannt, 1 nicht lesbar.',
      { type: 'PipelineRunCompleted', data: { ...run, counts: { ...counts, unidentified: 2, failed: 1 } } },
    ],
    [
      'Pipeline run p1 was completed.',
      'Der Lauf p1 ist fertig.',
      { type: 'PipelineRunCompleted', data: { ...run, counts } },
    ],
    [
      'Export e1 ended: 1 file not copied.',
      'Der Export e1 ist zu Ende: 1 Datei nicht kopiert.',
      { type: 'ExportFinished', data: { path: 'a/g', exportId: 'e1', files: 0, failures: 1, at } },
    ],
    [
      'Ona Rask made version v2: 3 files.',
      'Ona Rask hat die Version v2 gemacht: 3 Dateien.',
      { type: 'VersionCommitDecided', data: { ...version, totals: { files: 3, addedFiles: 0 } } },
    ],
    [
      'Ona Rask made version v2, without files.',
      'Ona Rask hat die Version v2 gemacht, ohne Dateien.',
      { type: 'VersionCommitDecided', data: { ...version, totals: { files: 0, addedFiles: 0 } } },
    ],
    [
      'The deposit was archived.',
      'Die Einlieferung wurde geräumt.',
      { type: 'DepositArchived', data: { depositId: 'd1', removed: 0, at } },
    ],
    [
      'The workspace had no files.',
      'Der Arbeitsbereich hatte keine Dateien.',
      { type: 'DepositArchivingVerified', data: { depositId: 'd1', files: 0, version: 'v2', at } },
    ],
    [
      'Import job j1 failed.',
      'Der Import j1 ist gescheitert.',
      { type: 'ImportAbandoned', data: { path: 'a/g', jobId: 'j1', errors: [], at } },
    ],
  ];
  for (const [english, german, fact] of facts)
    it(`says no number of it: ${english}`, () => {
      expect(sentenceOf(fact as HistoryFact, 'Ona Rask', 'en')).to.equal(english);
      expect(sentenceOf(fact as HistoryFact, 'Ona Rask', 'de')).to.equal(german);
    });
});
