// Types of the storage service, made by `npm run docs` from schemas/openapi/storage.yaml. Not edited by hand.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service is up
         * @description Checks that the services on which this one depends respond. Needs no authentication.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description The document by which requests are validated, with all referenced components. Needs no authentication.
         */
        get: operations["describeApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document as a page
         * @description A page for programmers, on which requests can be tried. It loads nothing from elsewhere. Needs no authentication.
         */
        get: operations["showDocumentation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of a file that the page loads.
                 * @example swagger-ui.css
                 */
                file: string;
            };
            cookie?: never;
        };
        /**
         * A script or style sheet of that page
         * @description Needs no authentication.
         */
        get: operations["getDocumentationFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All kinds of problems
         * @description A page with every code that the `type` of a problem document can end with. Needs no authentication.
         */
        get: operations["listProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the `type` of a problem document.
                 * @example deposit-locked
                 */
                code: string;
            };
            cookie?: never;
        };
        /**
         * What a problem means
         * @description A page about one kind of problem; problem documents link to it. Needs no authentication.
         */
        get: operations["showProblem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the service sees the caller
         * @description Answers every caller with a valid token, also one without a name; its `source` is then `unknown`.
         */
        get: operations["whoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/repo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the repository can be reached
         * @description Reads the head of the event log and the declaration of the OCFL storage root. The answer is always 200; `success` and `error` tell the result.
         */
        get: operations["checkRepository"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storagecheck": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the bucket of the repository can be read
         * @description Reads the declaration of the OCFL storage root. Nothing is written. The answer is always 200; `success` and `error` tell the result.
         */
        get: operations["checkRepositoryBucket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/repository": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The root of the repository
         * @description Includes the containers and archival groups in the root, each without its own children; `view=lightweight` includes none.
         */
        get: operations["getRepositoryRoot"];
        /**
         * Refused, because the root always exists
         * @description Answered with 409, as for every container that exists already.
         */
        put: operations["putRepositoryRoot"];
        post?: never;
        /**
         * Refused, because the root cannot be deleted
         * @description Answered with 400, as for every resource that is not a container that can be deleted.
         */
        delete: operations["deleteRepositoryRoot"];
        options?: never;
        /**
         * Whether the repository exists
         * @description The root always exists, and is a container.
         */
        head: operations["headRepositoryRoot"];
        patch?: never;
        trace?: never;
    };
    "/repository/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        /**
         * A container, an archival group or a binary
         * @description A container includes its immediate children. An archival group is complete: every container and binary in it, its versions and its storage map.
         */
        get: operations["getResource"];
        /**
         * Create a container
         * @description Creates a container outside of any archival group. All containers above it must exist already. A path with a tombstone is answered with 410.
         */
        put: operations["putResource"];
        post?: never;
        /**
         * Delete a container
         * @description Deletes an empty container outside of any archival group. A tombstone is left: the path is answered with 410, and nothing can be created there or below it until the tombstone is purged. Archival groups, and what is in them, cannot be deleted.
         */
        delete: operations["deleteResource"];
        options?: never;
        /**
         * Whether a resource exists, and its type
         * @description Returns the type of the resource in a header. A container that was deleted, and what was deleted from an archival group, is answered with 410.
         */
        head: operations["headResource"];
        patch?: never;
        trace?: never;
    };
    "/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an import job
         * @description Takes a job for any archival group, without a deposit, whose origins may be anywhere that this service can read. Only missing ids and ids with a `#` are refused in the response; every other error makes the job fail. It runs after the response.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/test-path/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        /**
         * Whether an archival group could be imported at a path
         * @description Tells whether an import could create an archival group at the path, or make a new version of the one there. The answer is an empty archival group, or the refusal that the import would meet. Active deposits and import jobs are not considered.
         */
        get: operations["testImportPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/results/{jobId}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the job, as in the URI of its result.
                 * @example k7m2p9w4xq3t
                 */
                jobId: string;
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        /**
         * The status of an import job
         * @description The path is that of the job's archival group. Jobs from deposits are included, without their deposit.
         */
        get: operations["getImportResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export an archival group
         * @description Copies the files of one version below an S3 location that the operator allows, or into the workspace of the group's own active deposit. It runs after the response; poll it until `dateFinished` is set. An archival group has at most one unfinished export. An export of a version that does not exist never finishes. Nothing is overwritten: a destination that has keys is refused with 409, which names up to twenty of them, and a key that appears meanwhile is an error of its file. Keys that end in `/` and have no bytes do not count.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/{exportId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the export, as in its URI.
                 * @example e5k9x2mvq7tb
                 */
                exportId: string;
            };
            cookie?: never;
        };
        /**
         * An export
         * @description Without dates it is queued, with `dateBegun` it is running, with `dateFinished` it has ended: `files` are the verified copies then, and `errors` the files that were not copied.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exportMetsOnly": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the METS files of an archival group
         * @description Copies the files whose names end in `.xml` and contain `mets`, and answers when that is done. Nothing is recorded, so the export has no `id`. A destination that has keys is refused with 409, as by `POST /export`.
         */
        post: operations["exportMetsOnly"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/content/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        /**
         * The bytes of a binary
         * @description All bytes or one range of them, with the recorded content type, or without one where none was recorded. HEAD gives the headers alone. Several ranges, and other units than bytes, are answered with all bytes. `If-Match` and `If-Unmodified-Since` have no effect.
         */
        get: operations["getContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ocfl/storagemap/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        /**
         * The storage map of an archival group
         * @description Gives the key and the SHA-256 of each file of one version, by its path in the archival group.
         */
        get: operations["getStorageMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/importjobs/collection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The import jobs that have ended
         * @description One activity for each import job that has ended, whether or not it made a version, ordered by `endTime`, each later than the one before. A reader loads the last page and goes backwards, from the end of `orderedItems` and by `prev`, to the last `endTime` that it has seen. A page that has a `next` never changes again.
         */
        get: operations["getImportActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/importjobs/pages/{pageNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Pages are numbered from 1. Follow links instead of computing numbers.
                 * @example 1
                 */
                pageNumber: components["parameters"]["ActivityPageNumber"];
            };
            cookie?: never;
        };
        /**
         * A page of the import jobs that have ended
         * @description Oldest first, a hundred on a page. A page that has a `next` never changes again, and may be cached.
         */
        get: operations["getImportActivityPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/RepoSearch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preserved files whose path contains a text
         * @description The files of the newest version of every archival group whose repository path contains the text, in any casing and literally: there are no wildcards. The newest first, then in the order of their paths. Names and contents are not searched. While the index of the files is being built, the answer is 503.
         */
        get: operations["searchRepository"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "archivalGroup": "http://localhost:8081/repository/letters/1911",
         *       "destination": "s3://muniment-workspace/exports/letters-1911",
         *       "sourceVersion": "v1"
         *     }
         */
        ExportRequest: {
            /** @description URI or path of the group; the host is ignored. */
            archivalGroup?: string | null;
            /** @description An S3 location, `s3://<bucket>/<prefix>`; the group's paths are recreated below it. */
            destination?: string | null;
            /** @description The OCFL version, or its 14-digit Memento timestamp; the newest one by default. */
            sourceVersion?: string | null;
            /** @description Kept as sent, like the next three. */
            created?: string | null;
            createdBy?: string | null;
            lastModified?: string | null;
            lastModifiedBy?: string | null;
        };
        /** @description The export of one version of an archival group. */
        Export: {
            /** @description Absent where only METS files are exported. */
            id?: string;
            /** @enum {string} */
            type: "Export";
            /** @description The S3 URIs of the files copied and verified; empty until the export has finished. */
            files: string[];
            created: string | null;
            createdBy: string | null;
            lastModified: string | null;
            lastModifiedBy: string | null;
            archivalGroup: string;
            destination: string;
            dateBegun: components["schemas"]["MomentOrNull"];
            dateFinished: components["schemas"]["MomentOrNull"];
            /** @description The version that is exported. */
            sourceVersion: string | null;
            errors: components["schemas"]["ErrorEntry"][] | null;
        };
        ImportActivityPage: components["schemas"]["ActivityPage"] & {
            orderedItems?: components["schemas"]["ImportActivity"][];
        };
        /**
         * @description An import job that has ended.
         * @example {
         *       "type": "Update",
         *       "object": {
         *         "id": "http://localhost:8081/import/results/r4h8z6bn3cye/letters/1911",
         *         "type": "ImportJob",
         *         "seeAlso": [
         *           {
         *             "id": "http://localhost:8081/repository/letters/1911",
         *             "type": "ArchivalGroup"
         *           }
         *         ]
         *       },
         *       "startTime": "2026-11-21T06:00:00.1234567Z",
         *       "endTime": "2026-11-21T06:00:09.5Z"
         *     }
         */
        ImportActivity: {
            /** @enum {string} */
            type: "Update";
            object: {
                /** @description URI of the job's result. */
                id: string;
                /** @enum {string} */
                type: "ImportJob";
                /** @description Only the archival group. */
                seeAlso: {
                    id: string;
                    /** @enum {string} */
                    type: "ArchivalGroup";
                }[];
            };
            /** @description When the job was received. */
            startTime: components["schemas"]["Moment"];
            /** @description When the job ended; at least a millisecond later than that of the previous activity. */
            endTime: components["schemas"]["Moment"];
        };
        /**
         * @description Why a request failed.
         * @example {
         *       "type": "https://preservation.example/problems/deposit-not-found",
         *       "title": "Not Found",
         *       "status": 404,
         *       "detail": "Deposit fz4tq7mkv2np not found"
         *     }
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description The page about this kind of problem.
             */
            type: string;
            title: string;
            status: number;
            detail: string | null;
            /** @description What is in conflict, held by whom since when. */
            holder?: {
                /** @example import job k7m2p9w4xq3t */
                what: string;
                /** @description Name of an agent. */
                by: string;
                since: components["schemas"]["Moment"];
            };
            /** @description What the caller can do about it. */
            advice?: string;
            /** @description How far the read model has come that the answer depends on. */
            progress?: {
                /** @example deposits */
                readModel: string;
                /** @description An estimate of how much of the event log is read. */
                percent: number;
                /** @description Up to where the log is read; changes as long as the work moves. */
                position: string | null;
            };
            skipped?: components["schemas"]["SkippedPaths"];
        };
        /**
         * Format: date-time
         * @description UTC with up to seven fractional digits.
         * @example 2026-11-21T06:00:00.1234567Z
         */
        Moment: string;
        /** @description Paths that were skipped. */
        SkippedPaths: {
            /** @description As in the request. */
            path: string;
            /** @description Why it was skipped. */
            reason: string;
        }[];
        /**
         * @description How the service sees the caller.
         * @example {
         *       "name": "dev",
         *       "source": "user",
         *       "appId": null,
         *       "depositBucket": "workspaces"
         *     }
         */
        WhoAmI: {
            /** @description The name that work is attributed to. */
            name: string | null;
            /** @enum {string} */
            source: "user" | "token" | "header-fallback" | "unknown";
            appId: string | null;
            /** @description The bucket in which this caller's deposits are made. */
            depositBucket: string | null;
        };
        /**
         * @description Whether a part of the platform can be reached.
         * @example {
         *       "name": "Storage API Read S3",
         *       "success": true,
         *       "error": null
         *     }
         */
        ConnectivityCheck: {
            /** @description What was checked: `Digital Preservation Back End`, `Storage API Read S3` or `Preservation API Read S3`. */
            name: string;
            success: boolean;
            /** @description Why it cannot be reached. */
            error: string | null;
        };
        /** @description Distinguished by `type`. */
        Resource: components["schemas"]["Container"] | components["schemas"]["Binary"];
        /**
         * @description A folder of the repository.
         * @example {
         *       "id": "http://localhost:8080/repository/letters",
         *       "type": "Container",
         *       "name": "Letters",
         *       "containers": [],
         *       "binaries": [],
         *       "created": "2026-11-21T06:00:00.1234567Z",
         *       "createdBy": "http://localhost:8080/agents/dev",
         *       "lastModified": "2026-11-21T06:00:00.1234567Z",
         *       "lastModifiedBy": "http://localhost:8080/agents/dev"
         *     }
         */
        Container: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Container" | "RepositoryRoot" | "ArchivalGroup";
            name?: string;
            otherNames?: string[];
            /** @description The archival group of the resource, where the resource itself was requested. */
            partOf?: string;
            origin?: string;
            containers: components["schemas"]["Container"][];
            binaries: components["schemas"]["Binary"][];
            created: components["schemas"]["MomentOrNull"];
            createdBy: components["schemas"]["AgentOrNull"];
            lastModified: components["schemas"]["MomentOrNull"];
            lastModifiedBy: components["schemas"]["AgentOrNull"];
            /** @description Archival groups only. */
            version?: components["schemas"]["Version"] | null;
            /** @description Archival groups only; oldest first. */
            versions?: components["schemas"]["Version"][] | null;
            /** @description Archival groups only. */
            storageMap?: components["schemas"]["StorageMap"] | null;
        };
        /** @description A file of an archival group. */
        Binary: {
            id: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Binary";
            name?: string;
            otherNames?: string[];
            partOf?: string;
            /** @description The location of the bytes. */
            origin?: string;
            contentType: string | null;
            /** @description 0 when unknown. */
            size: number;
            /** @description SHA-256 in lower-case hex. */
            digest: string | null;
            created: components["schemas"]["MomentOrNull"];
            createdBy: components["schemas"]["AgentOrNull"];
            lastModified: components["schemas"]["MomentOrNull"];
            lastModifiedBy: components["schemas"]["AgentOrNull"];
            /** @description The URI at which the storage service returns the bytes. */
            content: string | null;
        };
        /** Format: date-time */
        MomentOrNull: string | null;
        /**
         * @description The URI of an agent.
         * @example http://localhost:8080/agents/dev
         */
        AgentOrNull: string | null;
        /**
         * @description A version of an archival group.
         * @example {
         *       "mementoTimestamp": "20261121060000",
         *       "mementoDateTime": "2026-11-21T06:00:00.1234567Z",
         *       "ocflVersion": "v1"
         *     }
         */
        Version: {
            mementoTimestamp: string;
            mementoDateTime: components["schemas"]["Moment"];
            ocflVersion: string;
        };
        /** @description The storage locations of the files of one version of an archival group. */
        StorageMap: {
            version: components["schemas"]["Version"];
            /** @enum {string} */
            storageType: "S3" | "FileSystem";
            /** @description The bucket. */
            root: string;
            /** @description Key prefix of the OCFL object in the bucket. */
            objectPath: string;
            /** @description Logical path to digest and key below objectPath. `#` in a path is written `-_-percent-23-_-`. */
            files: {
                [key: string]: {
                    hash: string;
                    fullPath: string;
                };
            };
            /** @description Digest to key below objectPath. */
            hashes: {
                [key: string]: string;
            };
            headVersion: components["schemas"]["Version"];
            allVersions: components["schemas"]["Version"][];
            archivalGroup: string;
        };
        /**
         * @description Properties of a new container.
         * @example {
         *       "name": "Letters of 1911"
         *     }
         */
        ContainerRequest: {
            /** @description Display name; any text. */
            name?: string | null;
            type?: string | null;
        };
        /** @description Changes to an archival group. */
        ImportJobRequest: {
            id?: string | null;
            type?: string | null;
            originalId?: string | null;
            /** Format: date-time */
            created?: string | null;
            /** @description Recorded as creator of the added resources. */
            createdBy?: string | null;
            /** @description The submitter of the job. Required by the storage service; the preservation service uses its caller. */
            lastModifiedBy?: string | null;
            /** @description URI of the deposit. Required by the preservation service unless this is a reference to the diff. */
            deposit?: string | null;
            /** @description URI of the group. Required unless this is a reference to the diff. */
            archivalGroup?: string | null;
            archivalGroupName?: string | null;
            isUpdate?: boolean | null;
            suppressActivityStreamEvent?: boolean | null;
            source?: string | null;
            sourceVersion?: components["schemas"]["VersionRequest"];
            containersToAdd?: components["schemas"]["PlannedContainers"];
            binariesToAdd?: components["schemas"]["PlannedBinaries"];
            containersToDelete?: components["schemas"]["PlannedContainers"];
            binariesToDelete?: components["schemas"]["PlannedBinaries"];
            binariesToPatch?: components["schemas"]["PlannedBinaries"];
            containersToRename?: components["schemas"]["PlannedContainers"];
            binariesToRename?: components["schemas"]["PlannedBinaries"];
        };
        VersionRequest: {
            ocflVersion?: string | null;
            /** Format: date-time */
            mementoDateTime?: string | null;
            mementoTimestamp?: string | null;
        } | null;
        PlannedContainers: {
            /** @description URI of the container, inside the archival group. */
            id?: string | null;
            type?: string | null;
            name?: string | null;
            origin?: string | null;
        }[] | null;
        PlannedBinaries: {
            /** @description URI of the binary, inside the archival group. */
            id?: string | null;
            type?: string | null;
            name?: string | null;
            /** @description S3 URI of the bytes: inside the deposit, or any that the storage service may read. */
            origin?: string | null;
            contentType?: string | null;
            size?: number | null;
            /** @description SHA-256 in hex. */
            digest?: string | null;
        }[] | null;
        /** @description The status and result of an import job. The lists are filled when it has completed. */
        ImportJobResult: {
            id: string;
            /** @enum {string} */
            type: "ImportJobResult";
            importJob: string | null;
            originalImportJob?: string;
            deposit?: string;
            created: components["schemas"]["MomentOrNull"];
            createdBy: components["schemas"]["AgentOrNull"];
            lastModified: components["schemas"]["MomentOrNull"];
            lastModifiedBy: components["schemas"]["AgentOrNull"];
            archivalGroup: string;
            /** @enum {string} */
            status: "waiting" | "running" | "completed" | "completedWithErrors";
            dateBegun: components["schemas"]["MomentOrNull"];
            dateFinished: components["schemas"]["MomentOrNull"];
            sourceVersion: string | null;
            newVersion: string | null;
            errors: components["schemas"]["ErrorEntry"][] | null;
            containersAdded: components["schemas"]["Container"][];
            binariesAdded: components["schemas"]["Binary"][];
            containersDeleted: components["schemas"]["Container"][];
            binariesDeleted: components["schemas"]["Binary"][];
            binariesPatched: components["schemas"]["Binary"][];
            binariesRenamed: components["schemas"]["Binary"][];
            containersRenamed: components["schemas"]["Container"][];
            /** @description How much of the content was copied and verified; only while the job is running. Content that the object had before is not counted. */
            progress?: {
                files: number;
                bytes: number;
                plannedBytes: number;
            };
        };
        ErrorEntry: {
            /** @description The affected resource; null when it is the whole job. */
            id: string | null;
            message: string;
        };
        /** @description An activity stream, modelled on IIIF Change Discovery. */
        ActivityCollection: {
            "@context": string;
            id: string;
            /** @enum {string} */
            type: "OrderedCollection";
            totalItems: number;
            /** @description The oldest page; absent while there are no activities. */
            first?: components["schemas"]["ActivityPageLink"];
            /** @description The newest page; absent while there are no activities. */
            last?: components["schemas"]["ActivityPageLink"];
        };
        /**
         * @example {
         *       "id": "http://localhost:8081/activity/importjobs/pages/1",
         *       "type": "OrderedCollectionPage"
         *     }
         */
        ActivityPageLink: {
            id: string;
            /** @enum {string} */
            type: "OrderedCollectionPage";
        };
        /** @description A page of preserved files. */
        RepoSearch: {
            /** @description How many files match on all pages. */
            total: number;
            /** @description How many there are on this page. */
            count: number;
            results: {
                /**
                 * @description The file's path below `/repository/`, as in its id, behind `info:repo/`.
                 * @example info:repo/letters/1911/page%201.tiff
                 */
                repoId: string;
                created: components["schemas"]["Moment"];
                lastModified: components["schemas"]["Moment"];
                /** @description In bytes; null where it was not recorded, as for objects of other programs. */
                contentSize: number | null;
                /** @description The content type; null where it was not recorded. */
                mimeType: string | null;
            }[];
            pageSize: number;
            page: number;
        };
        /** @description Up to a hundred activities. */
        ActivityPage: {
            "@context": string;
            id: string;
            /** @enum {string} */
            type: "OrderedCollectionPage";
            /** @description Index of the first activity of the page in the whole stream. */
            startIndex: number;
            partOf: {
                id: string;
                /** @enum {string} */
                type: "OrderedCollection";
            };
            /** @description The previous page; absent on page 1. */
            prev?: components["schemas"]["ActivityPageLink"];
            /** @description The next page; absent on the last page. */
            next?: components["schemas"]["ActivityPageLink"];
            orderedItems: Record<string, never>[];
        };
    };
    responses: {
        /** @description The caller may not have this. While authentication is off: the request is addressed to a host that the service does not serve, or a page of another origin requests a change. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service failed. 503 with Retry-After when the same request may succeed later, 507 when storage is full, else 500 with an id by which the operator finds the cause. */
        Unexpected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is malformed or contradictory; the problem says what and where. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no token, it is not valid, or neither it nor `X-Client-Identity` names the caller; the last is answered in plain text. */
        Unauthorized: {
            headers: {
                /** @description The challenge of RFC 6750, with an error where the token is not valid. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "text/plain": string;
            };
        };
        /** @description Another resource or operation is in conflict, or an archival group is not as it was recorded; the problem says what, and who holds it. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource was deleted and has left a tombstone. */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body, or a text in it, is longer than the service accepts. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body was not sent as JSON in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body came too slowly; the connection is closed. */
        TooSlow: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The client has this representation already. */
        NotModified: {
            headers: {
                ETag: components["headers"]["EntityTag"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description What the answer is made from was begun anew, and has not read the whole event log yet, so that entries would be missing. `progress` says how far it is; the same request succeeds later. */
        Incomplete: {
            headers: {
                /** @description Seconds. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description A short, stable name of the client, accepted by every operation: work is attributed to it where the token names neither a user nor a known client. It is not a credential. */
        ClientIdentity: string;
        /** @description The representation to return. The whole resource by default. */
        View: string;
        /**
         * @description An older version, only together with `view=lightweight`. An archival group takes its OCFL label (`v2`) or the fourteen digits of the version's timestamp; every other resource takes the digits.
         * @example v2
         */
        Version: string;
        /** @description Whether the name becomes free at once. By default a tombstone keeps it; a request with `purge=true` purges a tombstone, too. */
        Purge: boolean;
        /**
         * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
         * @example letters/1911
         */
        RepositoryPath: string;
        /**
         * @description Makes the request safe to repeat: the same request by the same caller with the same key has no further effect and returns the same ids. The same key with another body is refused with 400.
         * @example 3f6c1f0e-5d0b-4df2-9c55-7c6c9d1c1a01
         */
        IdempotencyKey: string;
        /**
         * @description The version to map, as OCFL label or as the fourteen digits of its timestamp. The newest by default.
         * @example v1
         */
        StorageMapVersion: string;
        /** @description Entity tags that the client has seen. If one of them is the present one, the answer is 304. */
        IfNoneMatch: string;
        /**
         * @description Pages are numbered from 1. Follow links instead of computing numbers.
         * @example 1
         */
        ActivityPageNumber: string;
    };
    requestBodies: never;
    headers: {
        /** @description The type of the resource. The root is a container. */
        ResourceType: "Container" | "ArchivalGroup" | "Binary";
        /** @description The URI of the new resource. */
        Location: string;
        /** @description The entity tag of this representation, for `If-None-Match`. */
        EntityTag: string;
        /** @description What a cache may keep. Without `immutable`, it has to ask again each time. */
        CacheControl: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is healthy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example Healthy */
                    "text/plain": string;
                };
            };
            /** @description The service is not available at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example Unhealthy */
                    "text/plain": string;
                };
            };
        };
    };
    describeApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document of the service. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    showDocumentation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    getDocumentationFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of a file that the page loads.
                 * @example swagger-ui.css
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                    "text/javascript": string;
                    "image/png": string;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listProblems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    showProblem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the `type` of a problem document.
                 * @example deposit-locked
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    whoAmI: {
        parameters: {
            query?: never;
            header?: {
                /** @description A short, stable name of the client, accepted by every operation: work is attributed to it where the token names neither a user nor a known client. It is not a credential. */
                "X-Client-Identity"?: components["parameters"]["ClientIdentity"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity that work is attributed to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    checkRepository: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectivityCheck"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    checkRepositoryBucket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectivityCheck"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    getRepositoryRoot: {
        parameters: {
            query?: {
                /** @description The representation to return. The whole resource by default. */
                view?: components["parameters"]["View"];
                /**
                 * @description An older version, only together with `view=lightweight`. An archival group takes its OCFL label (`v2`) or the fourteen digits of the version's timestamp; every other resource takes the digits.
                 * @example v2
                 */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            default: components["responses"]["Unexpected"];
        };
    };
    putRepositoryRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ContainerRequest"];
            };
        };
        responses: {
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteRepositoryRoot: {
        parameters: {
            query?: {
                /** @description Whether the name becomes free at once. By default a tombstone keeps it; a request with `purge=true` purges a tombstone, too. */
                purge?: components["parameters"]["Purge"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    headRepositoryRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource exists. */
            200: {
                headers: {
                    "X-Preservation-Resource-Type": components["headers"]["ResourceType"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The resource does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Its archival group is not as it was recorded. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The resource was deleted. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Unexpected"];
        };
    };
    getResource: {
        parameters: {
            query?: {
                /** @description The representation to return. The whole resource by default. */
                view?: components["parameters"]["View"];
                /**
                 * @description An older version, only together with `view=lightweight`. An archival group takes its OCFL label (`v2`) or the fourteen digits of the version's timestamp; every other resource takes the digits.
                 * @example v2
                 */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            default: components["responses"]["Unexpected"];
        };
    };
    putResource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat: the same request by the same caller with the same key has no further effect and returns the same ids. The same key with another body is refused with 400.
                 * @example 3f6c1f0e-5d0b-4df2-9c55-7c6c9d1c1a01
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ContainerRequest"];
            };
        };
        responses: {
            /** @description The container was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Container"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteResource: {
        parameters: {
            query?: {
                /** @description Whether the name becomes free at once. By default a tombstone keeps it; a request with `purge=true` purges a tombstone, too. */
                purge?: components["parameters"]["Purge"];
            };
            header?: {
                /**
                 * @description Makes the request safe to repeat: the same request by the same caller with the same key has no further effect and returns the same ids. The same key with another body is refused with 400.
                 * @example 3f6c1f0e-5d0b-4df2-9c55-7c6c9d1c1a01
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The container, or its tombstone, was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            default: components["responses"]["Unexpected"];
        };
    };
    headResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource exists. */
            200: {
                headers: {
                    "X-Preservation-Resource-Type": components["headers"]["ResourceType"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The resource does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Its archival group is not as it was recorded. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The resource was deleted. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Unexpected"];
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat: the same request by the same caller with the same key has no further effect and returns the same ids. The same key with another body is refused with 400.
                 * @example 3f6c1f0e-5d0b-4df2-9c55-7c6c9d1c1a01
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportJobRequest"];
            };
        };
        responses: {
            /** @description The job is waiting. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJobResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    testImportPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It could; an empty archival group with the URI. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Container"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            default: components["responses"]["Unexpected"];
        };
    };
    getImportResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the job, as in the URI of its result.
                 * @example k7m2p9w4xq3t
                 */
                jobId: string;
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJobResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat: the same request by the same caller with the same key has no further effect and returns the same ids. The same key with another body is refused with 400.
                 * @example 3f6c1f0e-5d0b-4df2-9c55-7c6c9d1c1a01
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description The export is queued. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the export, as in its URI.
                 * @example e5k9x2mvq7tb
                 */
                exportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    exportMetsOnly: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description The finished export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    getContent: {
        parameters: {
            query?: {
                /**
                 * @description The version of the archival group of which the binary is returned, as OCFL label (`v2`) or as the fourteen digits of its timestamp; also a binary that was deleted since. The newest by default.
                 * @example v1
                 */
                version?: string;
            };
            header?: {
                /**
                 * @description One range of bytes: `bytes=0-99`, `bytes=100-`, or the last hundred: `bytes=-100`.
                 * @example bytes=0-99
                 */
                Range?: string;
                /** @description The ETag, or the Last-Modified, without which the range is ignored and all bytes are returned. */
                "If-Range"?: string;
                /** @description ETags that the client has; 304 where the current one is among them. */
                "If-None-Match"?: string;
                /** @description A date of HTTP; 304 where the binary was not modified since. Ignored beside `If-None-Match`. */
                "If-Modified-Since"?: string;
            };
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All bytes. */
            200: {
                headers: {
                    /** @description In bytes. */
                    "Content-Length"?: number;
                    /** @description `bytes`. */
                    "Accept-Ranges"?: string;
                    /** @description The digest of all bytes in hexadecimal, in quotation marks. It is a strong validator. */
                    ETag?: string;
                    /** @description When the binary was last modified in the repository. */
                    "Last-Modified"?: string;
                    /** @description The SHA-256 of all bytes, also of those outside of the range (RFC 9530). */
                    "Repr-Digest"?: string;
                    /** @description The newest bytes must be revalidated; those of a `version` never change. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The bytes of the range. */
            206: {
                headers: {
                    /** @description In bytes. */
                    "Content-Length"?: number;
                    /** @description `bytes`. */
                    "Accept-Ranges"?: string;
                    /** @description The digest of all bytes in hexadecimal, in quotation marks. It is a strong validator. */
                    ETag?: string;
                    /** @description When the binary was last modified in the repository. */
                    "Last-Modified"?: string;
                    /** @description The SHA-256 of all bytes, also of those outside of the range (RFC 9530). */
                    "Repr-Digest"?: string;
                    /** @description The newest bytes must be revalidated; those of a `version` never change. */
                    "Cache-Control"?: string;
                    /** @description Which bytes of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The client has these bytes already. */
            304: {
                headers: {
                    /** @description The digest of all bytes in hexadecimal, in quotation marks. It is a strong validator. */
                    ETag?: string;
                    /** @description When the binary was last modified in the repository. */
                    "Last-Modified"?: string;
                    /** @description The newest bytes must be revalidated; those of a `version` never change. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            /** @description The range contains no byte of the binary. */
            416: {
                headers: {
                    /** @description How many bytes there are. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unexpected"];
        };
    };
    getStorageMap: {
        parameters: {
            query?: {
                /**
                 * @description The version to map, as OCFL label or as the fourteen digits of its timestamp. The newest by default.
                 * @example v1
                 */
                version?: components["parameters"]["StorageMapVersion"];
            };
            header?: never;
            path: {
                /**
                 * @description A path below the root of the repository: up to 256 names joined by slashes, each percent-escaped separately. The slashes between names may be sent plain or escaped. `#` in a name is written `-_-percent-23-_-`. Names are case-sensitive.
                 * @example letters/1911
                 */
                path: components["parameters"]["RepositoryPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map of the requested version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageMap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    getImportActivities: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has seen. If one of them is the present one, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their number, and the first and last page, which are absent while there are no activities. */
            200: {
                headers: {
                    ETag: components["headers"]["EntityTag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityCollection"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    getImportActivityPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has seen. If one of them is the present one, the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Pages are numbered from 1. Follow links instead of computing numbers.
                 * @example 1
                 */
                pageNumber: components["parameters"]["ActivityPageNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page; oldest first. */
            200: {
                headers: {
                    ETag: components["headers"]["EntityTag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportActivityPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    searchRepository: {
        parameters: {
            query: {
                /** @description A part of a path below `/repository/`, not escaped. */
                text: string;
                /** @description The number of the page, from 0. Beyond the end a page is empty. */
                page?: number;
                /** @description How many files a page has. */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepoSearch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Incomplete"];
            default: components["responses"]["Unexpected"];
        };
    };
}
