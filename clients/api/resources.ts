import type { components } from './generated/preservation.js';

/** The resources of the preservation service that clients use, by their names in its OpenAPI document. */
type Schemas = components['schemas'];

export type Container = Schemas['Container'];
export type Binary = Schemas['Binary'];
export type Resource = Container | Binary;
export type Deposit = Schemas['Deposit'];
export type DepositRequest = Schemas['DepositRequest'];
export type DepositCredentials = Schemas['DepositCredentials'];
export type PresignedUpload = Schemas['PresignedUpload'];
export type NewJob = Schemas['JobRequest'];
export type UploadRequests = Required<Schemas['UploadRequests']>;
export type DepositPatch = Schemas['DepositPatch'];
export type ArchivableDeposit = Schemas['ArchivableDeposits']['deposits'][number];
export type ArchiveJob = Schemas['ArchiveJobResult'];
export type ArchivePreview = Schemas['ArchivePreview'];
export type ParsedMets = Schemas['ParsedMets'];
export type WorkingDirectory = Schemas['WorkingDirectory'];
export type DeleteSelection = Schemas['DeleteSelection'];
export type ImportResult = Schemas['ImportJobResult'];
export type PipelineRun = Schemas['ProcessPipelineResult'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type Job = Schemas['Job'];
export type ViewState = Schemas['ViewState'];
