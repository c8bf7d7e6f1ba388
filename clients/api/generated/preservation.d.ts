// Types of the preservation service, made by `npm run docs` from schemas/openapi/preservation.yaml. Not edited by hand.

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
         * @description A container includes its immediate children. An archival group is complete: every container and binary in it, its versions and its storage map. `view=mets` returns the METS file of an archival group, `view=parsed-mets` the parsed METS, as for a deposit.
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
    "/validation/archivalgroup/{path}": {
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
        get: operations["validateArchivalGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the storage service can be reached
         * @description Asks the storage service over HTTP, as the caller, whether it can reach the repository. The answer is always 200; `success` and `error` tell the result.
         */
        get: operations["checkStorageService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/check-s3": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the bucket of workspaces can be read
         * @description Reads `checks/test.json` in the bucket, and writes it where it is missing. The answer is always 200; `success` and `error` tell the result.
         */
        get: operations["checkWorkspaceBucket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/check-storage-s3": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the storage service can read its bucket
         * @description Asks the storage service over HTTP, as the caller, whether it can read the bucket of the repository. The answer is always 200; `success` and `error` tell the result.
         */
        get: operations["checkStorageBucket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access-conditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The access conditions to offer
         * @description Values of `accessRestrictions` with their labels, as the operator has set them. A METS may hold others.
         */
        get: operations["listAccessConditions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/range-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The types of ranges to offer
         * @description Types of ranges in the logical structure, as the operator has set them. A METS may hold others.
         */
        get: operations["listRangeTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The agents of deposits
         * @description The URIs of everyone who has created, changed, preserved or exported a deposit, also one that was deleted since, sorted by name.
         */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of an agent, as work is attributed to it.
                 * @example dev
                 */
                agentName: string;
            };
            cookie?: never;
        };
        /**
         * An agent
         * @description Anyone whom a deposit, a container or an archival group names.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What has happened on the platform since a position
         * @description The public events of the platform in the order of its log, as CloudEvents 1.0 in structured mode; the AsyncAPI document has a schema for the data of each. As server-sent events for a client that sends `Accept: text/event-stream`: those since the position, then each as it happens. The id of a message is its position, so that a client which connects again with `Last-Event-ID` misses nothing; a connection ends after ten minutes. Any other client gets a page of JSON, and follows `next`, also after the last page. Delivery is at least once.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deposits, page by page
         * @description The newest first by default. All filters must be satisfied; a deposit without a value satisfies no filter on it. In listings `archivalGroupExists` is always false and `metsETag` null.
         */
        get: operations["listDeposits"];
        put?: never;
        /**
         * Create a deposit
         * @description Creates a workspace with the layout of the template. A deposit for an existing archival group receives the group's METS. An archival group has at most one active deposit.
         */
        post: operations["createDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/from-identifier": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a deposit from an identity record
         * @description Looks a record up at the institution's identity service: by its id with the schema `id` or `pid`, else by another identifier, such as `catirn` or `repositoryuri`. Its repository URI becomes the archival group, on any host, its title the name of the group; a deposit from a record without repository URI has no group. Everything else is as in `POST /deposits`. Repeated with the same key, it returns the same deposit, even if the record has changed.
         */
        post: operations["createDepositFromIdentifier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export an archival group into a new deposit
         * @description Creates a deposit of the status `exporting`, into whose workspace the files of one version of the archival group are copied. It becomes `new` when the export has ended, and can be changed from then on.
         */
        post: operations["exportDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * A deposit
         * @description With the ETag of its METS file and the holder of its lock.
         */
        get: operations["getDeposit"];
        put?: never;
        post?: never;
        /**
         * Delete a deposit
         * @description Removes the deposit and everything in its workspace. Preserved content stays.
         */
        delete: operations["deleteDeposit"];
        options?: never;
        head?: never;
        /**
         * Change a deposit
         * @description Changes the archival group, its name and the submission text, each only where a value is sent. Refused while another agent holds the lock.
         */
        patch: operations["patchDeposit"];
        trace?: never;
    };
    "/deposits/{depositId}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lock a deposit
         * @description Other agents can then not change the deposit or run its import job. Locking it again updates the date.
         */
        post: operations["lockDeposit"];
        /**
         * Unlock a deposit
         * @description Any caller may unlock; without a lock nothing happens.
         */
        delete: operations["unlockDeposit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Activate a deposit
         * @description Makes it the active deposit of its archival group. A group has at most one: answered with 409 while another is active.
         */
        put: operations["activateDeposit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Deactivate a failed deposit
         * @description Only possible while its status is `error`.
         */
        put: operations["deactivateDeposit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * Access to the files of a deposit, for a limited time
         * @description Gives S3 keys that are valid for this deposit alone, where the platform's own S3 endpoint has the files, and a presigned URL for each file that is named. Refused for a deposit that is locked by another agent, not active, neither new nor in error, being imported, or in the bucket of another client. The keys end with the deposit, too.
         */
        get: operations["getDepositCredentials"];
        put?: never;
        /**
         * The same, for more files than a URL can name
         * @description Changes nothing. Answered as GET is, with a presigned URL for each file of the body.
         */
        post: operations["postDepositCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * Who did what to a deposit, and when
         * @description From the events, newest first. That of a deleted deposit remains.
         */
        get: operations["getDepositHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what in the root of the repository, and when
         * @description From the events of the root alone, newest first: what was created there or removed from it.
         */
        get: operations["getRootHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/history/{path}": {
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
         * Who did what to a container or an archival group, and when
         * @description From the events, newest first.
         */
        get: operations["getResourceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/filesystem": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * The files of the workspace
         * @description The root folder with all its content, including tag files of a bag. The workspace is read again only after a change through the platform or with `refresh`, which shows uploaded files.
         */
        get: operations["getDepositFilesystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/combined": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * The workspace and the METS side by side
         * @description Every file and folder as it is in the workspace and in the METS, where it is, and the differences between the two. For a bag, paths are relative to `data/`; files beside `data/` are shown in the root. The workspace is that of `/filesystem`.
         */
        get: operations["getDepositCombined"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/mets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * The METS file
         * @description Returns the stored bytes, with the ETag that edits must send in `If-Match`.
         */
        get: operations["getDepositMets"];
        put?: never;
        /**
         * Describe files and folders in the METS
         * @description Adds the files and folders at these paths of the workspace, or updates their description. Only `objects`, `metadata` and paths below them are accepted; folders are not expanded; parent folders of a path are added.
         */
        post: operations["addToMets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/parsed-mets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * The parsed METS
         * @description The METS of any producer, parsed: its files and folders with their metadata, access, rights and record identifiers after inheritance, links of files, and logical structures. The METS file itself is the last one. An invalid METS is answered with 422.
         */
        get: operations["getParsedMets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/mets/delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete files and folders
         * @description Deletes from the workspace and, if requested, also from the METS. Folders must be empty or emptied by the same request.
         */
        post: operations["deleteFromMets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/mets/normalise": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Normalise the IDs of a METS
         * @description Rewrites every ID that is not an NCName, and every reference to it. A METS without such IDs is not written. Answers 404 where the feature flag EnableMetsIdNormalisation is off.
         */
        post: operations["normaliseMets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/importjobs/diff": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * What importing the deposit would change
         * @description Compares the deposit with its archival group. Changes nothing. A deposit that is a bag with manifests is judged first by what is known without reading its files: 422 names what its manifests list and it lacks, what it has and they do not list, and what else they contradict.
         */
        get: operations["getImportJobDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/importjobs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the deposit
         * @description Takes a whole job, or an object with only an `id` that ends in this path and `/diff`: then the difference is computed and imported. The job runs after the response. A deposit that is a bag is judged as for the diff; a whole job, by the files that it adds or patches.
         */
        post: operations["createImportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/importjobs/results": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * The import jobs of a deposit
         * @description Oldest first. They are kept when the deposit is deleted.
         */
        get: operations["listImportJobResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/importjobs/results/{resultId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
                /**
                 * @description The last segment of the result's URI.
                 * @example k7vq2mzt4xwp
                 */
                resultId: components["parameters"]["ResultId"];
            };
            cookie?: never;
        };
        /**
         * The status of an import job
         * @description The status is `waiting`, `running`, `completed`, or `completedWithErrors` with errors that say why nothing was changed.
         */
        get: operations["getImportJobResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/pipeline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the pipeline on a deposit
         * @description Queues a run of the tools that identify formats, look for viruses and extract metadata; on success it records all files of the deposit in its METS. The run begins after the response and takes minutes to hours. It does not lock the deposit: lock it before, and the end of the run releases the lock. Answered with 409 while a run of the deposit has not ended or somebody else holds the lock, and with 400 for a deposit that is not in the default working bucket.
         */
        post: operations["runPipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/pipelinerunjobs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * The pipeline runs of a deposit
         * @description Oldest first. They are kept when the deposit is deleted.
         */
        get: operations["listPipelineRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/pipelinerunjobs/{pipelineRunId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
                /**
                 * @description The last segment of the run's URI, its `jobId`.
                 * @example p3v7m2kq8xtc
                 */
                pipelineRunId: components["parameters"]["PipelineRunId"];
            };
            cookie?: never;
        };
        /**
         * The status of a pipeline run
         * @description The status is `waiting`, `processing`, `metadataCreated` when the output of the tools is in the workspace, `completed`, or `completedWithErrors` with an error that says why, where a reason is known.
         */
        get: operations["getPipelineRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/pipeline-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the status of a pipeline run
         * @description For a worker outside of the platform, and to force the completion of a run: `completedWithErrors` ends every run that has not ended. An end releases the lock of the deposit, whoever holds it, and is final: the same status again is answered with 204 and changes nothing, another one with 409. So is a status before the present one. A run that was reported as `processing` is left to its worker outside of the platform.
         */
        post: operations["reportPipelineStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iiif/{path}": {
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
         * The IIIF manifest of an archival group
         * @description A Manifest of the IIIF presentation API 3, from the METS of the newest version: a canvas for each file below `objects/`, a range for each logical structure. Media are addressed on the storage service.
         */
        get: operations["getGroupManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/iiif": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * Open a deposit in a IIIF viewer
         * @description Redirects to the manifest of the deposit, behind a token of the caller, which lives as long as it is used regularly. Not found unless the operator has enabled this.
         */
        get: operations["openDepositManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/iiif-token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
                /**
                 * @description The token that `GET /deposits/{id}/iiif` gave.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                token: components["parameters"]["IiifToken"];
            };
            cookie?: never;
        };
        /**
         * The IIIF manifest of a deposit
         * @description A Manifest of the IIIF presentation API 3, from the METS of the deposit. Needs no authentication: the token is enough.
         */
        get: operations["getDepositManifest"];
        put?: never;
        /**
         * Replace the logical structures of a deposit
         * @description Only `structures` of the manifest is read: each range at the top becomes a logical structure of the METS, and replaces what was there. Canvases may carry a media fragment, in their id or as a FragmentSelector. The work is attributed to the user of the token.
         */
        post: operations["postDepositManifest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{token}/{source}/{depositId}/{mediaType}/{mediaPath}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The token that `GET /deposits/{id}/iiif` gave.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                token: components["parameters"]["IiifToken"];
                /**
                 * @description Always `deposit`.
                 * @example deposit
                 */
                source: string;
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
                /**
                 * @description `imagesvc`, `file`, `video`, `audio` or `placeholder`.
                 * @example file
                 */
                mediaType: string;
                /**
                 * @description The path of a file within the deposit, without `data/` of a bag. For `imagesvc` followed by `/info.json` or by `/full/{width},{height}/0/default.jpg`; for `placeholder` it is `canvas.png` or `thumb.png`.
                 * @example objects/page-1.txt
                 */
                mediaPath: string;
            };
            cookie?: never;
        };
        /**
         * Media of a deposit
         * @description A IIIF image service of level 0, a file or one range of its bytes, or the placeholder of what cannot be painted. Needs no authentication: the token is enough.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{depositId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a deposit
         * @description Removes everything below `objects/` and `metadata/` from the workspace of an old, inactive deposit that is preserved or in error. The METS stays, and `archived.txt` is written. Nothing is removed unless every file of the METS and of these folders is in the version of the archival group, with the same path and digest. The job runs after the response, and the deposit refuses changes until it has ended. With `dryRun` nothing is changed.
         */
        post: operations["archiveDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/archive-job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the run of an archiver
         * @description Records what an archiver outside of the platform did to a deposit; changes nothing else. The status of the deposit stays as it is.
         */
        post: operations["reportArchiveJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/depositArchiveJobs/{depositId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /**
         * The last archive job of a deposit
         * @description The last archive job, of the platform or as it was reported.
         */
        get: operations["getDepositArchiveJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/depositArchiveCandidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The deposits that the archiver would take next
         * @description Deposits that are preserved or in error, not active, not archived, without a failed archive job, and not modified for some time; the oldest first. Whether all their files are preserved is not checked here.
         */
        get: operations["listArchivableDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/archivalgroups/collection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to archival groups
         * @description One activity for each new version of an archival group, and for each activity that was posted, ordered by `endTime`, each at least a millisecond later than the one before. A reader loads the last page and goes backwards, from the end of `orderedItems` and by `prev`, to the last `endTime` that it has seen. A page that has a `next` never changes again. The first activity is a placeholder that names nothing in the repository.
         */
        get: operations["getGroupActivities"];
        put?: never;
        /**
         * Add an activity without a new version
         * @description Adds an `Update` of an existing archival group at the end of the stream, so that readers process the group again. The response waits for up to two seconds until the stream shows the activity; it is added in any case.
         */
        post: operations["addGroupActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity/archivalgroups/pages/{pageNumber}": {
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
         * A page of what happened to archival groups
         * @description Oldest first, a hundred on a page. A page that has a `next` never changes again, and may be cached.
         */
        get: operations["getGroupActivityPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preserved files and deposits that contain a text
         * @description Searches preserved files by their repository path, and deposits by the last segment of their id, the path of their archival group, its name, and the submission text. The text is found in any casing and literally: there are no wildcards. Both kinds are searched by every request, and sorted with the newest first. The text is also looked up as the id or the catalogue record number of an identity record. While the index of deposits is being built, the answer is 503.
         */
        get: operations["search"];
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
         *       "type": "Update",
         *       "object": {
         *         "id": "http://localhost:8080/repository/letters/1911",
         *         "type": "ArchivalGroup"
         *       }
         *     }
         */
        PostedActivity: {
            /** @description `Update`. */
            type?: string | null;
            object?: {
                /** @description The URI of an archival group, on this service's own host. */
                id?: string | null;
                /** @description `ArchivalGroup`. */
                type?: string | null;
            } | null;
        } | null;
        GroupActivityPage: components["schemas"]["ActivityPage"] & {
            orderedItems?: components["schemas"]["GroupActivity"][];
        };
        /**
         * @description A new version of an archival group, or an activity that was posted.
         * @example {
         *       "type": "Create",
         *       "object": {
         *         "id": "http://localhost:8080/repository/letters/1911",
         *         "type": "ArchivalGroup",
         *         "seeAlso": [
         *           {
         *             "id": "http://localhost:8081/import/results/r4h8z6bn3cye/letters/1911",
         *             "type": "ImportJobResult"
         *           }
         *         ]
         *       },
         *       "endTime": "2026-11-21T06:00:09.5Z"
         *     }
         */
        GroupActivity: {
            /**
             * @description `Create` for the first version of the archival group.
             * @enum {string}
             */
            type: "Create" | "Update";
            object: {
                /** @description URI of the archival group. */
                id: string;
                /** @enum {string} */
                type: "ArchivalGroup";
                /** @description Only the result of the import job, a URI of the storage service. Absent where no job made a version: the activity was posted, or the version was adopted. */
                seeAlso?: {
                    id: string;
                    /** @enum {string} */
                    type: "ImportJobResult";
                }[];
            };
            /** @description When the change was finished; at least a millisecond later than that of the previous activity. */
            endTime: components["schemas"]["Moment"];
        };
        /**
         * @description The layout of a new workspace. Responses always show None.
         * @enum {string|null}
         */
        Template: "None" | "RootLevel" | "BagIt" | null;
        /**
         * @example {
         *       "template": "RootLevel",
         *       "archivalGroup": "http://localhost:8080/repository/letters/1911",
         *       "archivalGroupName": "Letters of 1911"
         *     }
         */
        DepositRequest: {
            template?: components["schemas"]["Template"];
            /** @description URI or path of the group; the host is ignored. */
            archivalGroup?: string | null;
            archivalGroupName?: string | null;
            submissionText?: string | null;
        };
        /**
         * @example {
         *       "label": "Open",
         *       "value": "dlip-open"
         *     }
         */
        AccessCondition: {
            label: string;
            value: string;
        };
        /**
         * @example {
         *       "id": "http://localhost:8080/agents/dev",
         *       "type": "Agent",
         *       "name": "dev"
         *     }
         */
        Agent: {
            id: string;
            /** @constant */
            type: "Agent";
            name: string;
        };
        /**
         * @example {
         *       "schema": "catirn",
         *       "value": "4711",
         *       "template": "RootLevel"
         *     }
         */
        SchemaAndValue: {
            type?: string | null;
            /** @description `id` or `pid` for the id of the record; else the kind of identifier, as `catirn`. */
            schema: string;
            /** @description The identifier. */
            value: string;
            template?: components["schemas"]["Template"];
        };
        /**
         * @example {
         *       "archivalGroup": "http://localhost:8080/repository/letters/1911",
         *       "versionExported": "v2"
         *     }
         */
        ExportedDepositRequest: {
            /** @description URI or path of the group; the host is ignored. */
            archivalGroup?: string | null;
            /** @description The OCFL version, or its 14-digit Memento timestamp; the newest one by default. */
            versionExported?: string | null;
            template?: components["schemas"]["Template"];
            /** @description By default the name of the group at that version. */
            archivalGroupName?: string | null;
            submissionText?: string | null;
        };
        /**
         * @example {
         *       "submissionText": "Second box"
         *     }
         */
        DepositPatch: {
            archivalGroup?: string | null;
            archivalGroupName?: string | null;
            submissionText?: string | null;
        };
        /** @description What a search found. */
        Search: {
            /** @description Preserved files; null where the repository cannot be searched at present. */
            repoSearch: components["schemas"]["RepoSearch"] | null;
            /** @description As sent. */
            text: string;
            /** @description Deposits as in a listing; null where the page has none. */
            depositSearch: components["schemas"]["DepositSearch"] | null;
            /** @description The identity record that the text names; null without one, and without an identity service. */
            identifier: components["schemas"]["Identifier"] | null;
            /** @enum {string} */
            searchType: "All" | "Deposits" | "Repo";
        };
        DepositSearch: {
            deposits: components["schemas"]["Deposit"][];
            /** @description How many deposits match on all pages. */
            total: number;
            page: number;
            pageSize: number;
        };
        /** @description An identity record; null for what it does not have. */
        Identifier: {
            id: string;
            ePid: string | null;
            created: string | null;
            updated: string | null;
            /** @description The catalogue record number. */
            catIrn: string | null;
            desc: string | null;
            status: string | null;
            title: string | null;
            catalogueApiUri: string | null;
            manifestUri: string | null;
            /** @description On the host of this service. */
            repositoryUri: string | null;
        };
        /** @description Some of the deposits that a listing selects. */
        DepositPage: {
            deposits: components["schemas"]["Deposit"][];
            page: number;
            pageSize: number;
            /** @description How many deposits there are on all pages. */
            total: number;
        };
        /** @description Events in the order of the log. */
        EventPage: {
            events: components["schemas"]["CloudEvent"][];
            /** @description Up to where the log was read; null for an empty log. */
            position: string | null;
            /** @description Whether there was no further event of these topics. */
            isLast: boolean;
            /** @description The address of the next page; later events are there. */
            next: string;
        };
        /** @description An event with the attributes of CloudEvents 1.0. */
        CloudEvent: {
            /** @constant */
            specversion: "1.0";
            /**
             * Format: uuid
             * @description A repeat has the same one.
             */
            id: string;
            /**
             * @description The stream in which `sequence` counts.
             * @example /preservation/main/deposit-fz4tq7mkv2np
             */
            source: string;
            /** @example io.muniment.preservation.archival-groups.VersionPublished.v1 */
            type: string;
            /**
             * @description A repository path, or an id.
             * @example letters/1911
             */
            subject: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            time: string;
            /** @constant */
            datacontenttype: "application/json";
            /** @description The `$id` of the schema of `data`, in the AsyncAPI document. */
            dataschema: string;
            /** @description Events with the same key are in the order in which they happened. */
            partitionkey: string;
            /** @description Counts the events of one source, from 0. */
            sequence: string;
            /** @description Of the event in the log; opaque, sorts as text. */
            position: string;
            /** @description The same for all events of one request. */
            correlationid: string;
            /** @description The event or command that led to this one. */
            causationid: string;
            /** @description Name of the agent. */
            actor: string;
            /** @description W3C trace context, where the request had one. */
            traceparent?: string;
            data: Record<string, never>;
        };
        /** @description A page of a history, newest first. */
        History: {
            /** @constant */
            type: "History";
            /** @description The URI of the deposit or the resource. */
            of: string;
            entries: components["schemas"]["HistoryEntry"][];
            /** @description The address of the next older page; null on the last. */
            next: string | null;
        };
        HistoryEntry: {
            /** @description The id of the event. */
            id: string;
            /**
             * @description The type of the event, as in the catalogue of events.
             * @example DepositLocked
             */
            type: string;
            /** Format: date-time */
            at: string;
            /** @description The URI of the agent. */
            agent: string;
            /** @description That of the request which led to it. */
            correlationId: string;
            /** @example Maja Lind locked the deposit. */
            sentence: string;
        };
        /**
         * @example {
         *       "files": [
         *         {
         *           "path": "objects/index.csv",
         *           "sha256": "e47f6707c78f29f762566bb894e642a969376a69075dd957bbfdc96a4e09744e"
         *         }
         *       ]
         *     }
         */
        UploadRequests: {
            files: {
                /** @description The path in the deposit. */
                path: string;
                /** @description Of the bytes to upload. */
                sha256: string;
            }[];
        };
        /** @description Access to the files of one deposit, until `expiration`. */
        DepositCredentials: {
            /** @constant */
            type: "DepositCredentials";
            /** @description The URI of the deposit. */
            deposit: string;
            /** @description The S3 URI of its workspace. */
            files: string;
            /** Format: date-time */
            expiration: string;
            /** @description S3 keys to list, read, upload, copy and delete below `prefix`; null where the object store has no such keys, and `advice` then says what to do. */
            keys: components["schemas"]["ScopedKeys"] | null;
            /** @description One for each file that was named, in that order. */
            uploads: components["schemas"]["PresignedUpload"][];
            advice?: string;
        };
        ScopedKeys: {
            /** @description The address of S3, with buckets in the path. */
            endpoint: string;
            region: string;
            bucket: string;
            /** @description The beginning of every key that these keys open, with its final slash. */
            prefix: string;
            accessKeyId: string;
            secretAccessKey: string;
            /** Format: date-time */
            expiration: string;
        };
        PresignedUpload: {
            path: string;
            /** @description Lower-case hex. */
            sha256: string;
            /** @constant */
            method: "PUT";
            url: string;
            /** @description To be sent as they are; the store refuses bytes of another digest. A Content-Type may be added. */
            headers: {
                [key: string]: string;
            };
        };
        /** @description A workspace for the next version of an archival group. */
        Deposit: {
            id: string;
            /** @enum {string} */
            type: "Deposit";
            archivalGroup: string | null;
            archivalGroupExists: boolean;
            /** @description S3 URI of the workspace; ends in a slash. */
            files: string;
            /** @enum {string} */
            status: "new" | "exporting" | "preserved" | "error" | "archived";
            submissionText: string | null;
            archivalGroupName: string | null;
            active: boolean;
            preserved: components["schemas"]["MomentOrNull"];
            preservedBy: components["schemas"]["AgentOrNull"];
            versionPreserved: string | null;
            exported: components["schemas"]["MomentOrNull"];
            exportedBy: components["schemas"]["AgentOrNull"];
            versionExported: string | null;
            /** @enum {string} */
            template: "None";
            created: components["schemas"]["MomentOrNull"];
            createdBy: components["schemas"]["AgentOrNull"];
            lastModified: components["schemas"]["MomentOrNull"];
            lastModifiedBy: components["schemas"]["AgentOrNull"];
            /** @description ETag of the METS file; only in responses for a single deposit. */
            metsETag: string | null;
            lockedBy: components["schemas"]["AgentOrNull"];
            lockDate: components["schemas"]["MomentOrNull"];
            archived: components["schemas"]["MomentOrNull"];
            /** @description What would make an import fail at present, such as a container that does not exist yet. Returned when the group is set; absent without warnings. */
            warnings?: string[];
        };
        /**
         * @example {
         *       "dryRun": true,
         *       "olderThan": "P6M"
         *     }
         */
        ArchiveRequest: {
            /** @description Only shows what would be removed. */
            dryRun?: boolean | null;
            /** @description How long ago the deposit must have been modified last, an ISO 8601 period; P6M by default. */
            olderThan?: string | null;
        };
        /** @description What archiving a deposit would remove. */
        ArchivePreview: {
            /** @enum {string} */
            type: "ArchivePreview";
            deposit: string;
            depositId: string;
            archivalGroup: string | null;
            /** @description The version that has the files. */
            version: string | null;
            archivable: boolean;
            /** @description Files below `objects/` and `metadata/`. */
            files: number;
            bytes: number;
            /** @description Files whose digest is not known, which the archive job reads before it begins. */
            unread: number;
            /** @description Why the deposit would not be archived; at most some of them. */
            reasons: components["schemas"]["ArchiveError"][];
        };
        ArchiveError: {
            /** @description Always null. */
            id: string | null;
            message: string;
        };
        /** @description A Manifest of the IIIF presentation API 3. */
        Manifest: {
            "@context": string;
            id: string;
            /** @enum {string} */
            type: "Manifest";
            /** @description Texts by language. */
            label: Record<string, never>;
            metadata?: {
                label: Record<string, never>;
                value: Record<string, never>;
            }[];
            /** @description The canvases. */
            items: Record<string, never>[];
            /** @description The ranges. */
            structures?: Record<string, never>[];
        };
        /** @description The description of an image service (IIIF image API 3). */
        ImageService: {
            "@context": string;
            id: string;
            /** @enum {string} */
            type: "ImageService3";
            protocol: string;
            /** @enum {string} */
            profile: "level0";
            width: number;
            height: number;
            /** @description The sizes of a thumbnail, and of what a canvas is painted with. */
            sizes: {
                width: number;
                height: number;
            }[];
        };
        /**
         * @description A Manifest of the IIIF presentation API 3; only its canvases and ranges are read.
         * @example {
         *       "type": "Manifest",
         *       "items": [],
         *       "structures": []
         *     }
         */
        PostedManifest: unknown;
        /** @description A run of the pipeline on a deposit. */
        ProcessPipelineResult: {
            id: string;
            /** @enum {string} */
            type: "ProcessPipelineResult";
            /** @description The last segment of `id`. */
            jobId: string;
            /** @description The id of the deposit. */
            deposit: string;
            created: components["schemas"]["MomentOrNull"];
            createdBy: components["schemas"]["AgentOrNull"];
            lastModified: components["schemas"]["MomentOrNull"];
            lastModifiedBy: components["schemas"]["AgentOrNull"];
            /** @description The name of the deposit when the run was queued. */
            archivalGroupName: string | null;
            /** @description The name of the agent who asked for the run. */
            runUser: string;
            /** @description Always false. */
            cleanupProcessJob: boolean;
            /** @description Always null. */
            virusDefinition: string | null;
            /** @enum {string} */
            status: "waiting" | "processing" | "metadataCreated" | "completed" | "completedWithErrors";
            dateFinished: components["schemas"]["MomentOrNull"];
            dateBegun: components["schemas"]["MomentOrNull"];
            errors: {
                /** @description Always null. */
                id: string | null;
                message: string;
            }[] | null;
            /** @description What the run found, in numbers of files. Null until it is completed, and where a worker outside of the platform completed it. */
            counts: {
                identified: number;
                unidentified: number;
                infected: number;
                /** @description Files that a tool could not read, or not to their end. */
                failed: number;
                /** @description Files that were not scanned for viruses, or not to their end, such as archives with parts that the scanner does not unpack; `failed` counts them too. Absent from runs before this was counted. */
                notScanned?: {
                    files: number;
                    /** @description The first 20 of them. */
                    named: {
                        /** @description Relative to the files to preserve. */
                        path: string;
                        reason: string;
                    }[];
                };
                /** @description The 100 most frequent formats, the most frequent first. */
                formats: {
                    /** @description PRONOM key. */
                    puid: string;
                    name: string | null;
                    files: number;
                }[];
            } | null;
            /** @description The tools that look at the files. Null until they are known. */
            tools: {
                name: string;
                version: string;
                /** @description The version of its signatures or definitions. Null for a tool without them. */
                signatures: string | null;
            }[] | null;
            /** @description Warnings about the tools, such as one about old virus signatures. */
            warnings: string[];
            /** @description How far the present step has come. Null before the first one. */
            progress: {
                step: string;
                files: number;
                /** @description Files of the step. Null while it is not known. */
                of: number | null;
                bytes: number;
            } | null;
        };
        /**
         * @example {
         *       "id": "p3v7m2kq8xtc",
         *       "depositId": "fz4tq7mkv2np",
         *       "status": "completedWithErrors",
         *       "runUser": "Maja Lind",
         *       "errors": "Maja Lind forced completion of this pipeline run."
         *     }
         */
        PipelineStatusReport: {
            /** @description The `jobId` of the run. */
            id: string;
            depositId: string;
            /** @enum {string} */
            status: "waiting" | "processing" | "metadataCreated" | "completed" | "completedWithErrors";
            /** @description Ignored; the caller is who reports. */
            runUser?: string | null;
            /** @description The reason, for `completedWithErrors`; else ignored. */
            errors?: string | null;
        };
        /** @description An archive job of a deposit. */
        ArchiveJobResult: {
            id: string;
            /** @enum {string} */
            type: "ArchiveJobResult";
            depositId: string;
            created: components["schemas"]["MomentOrNull"];
            createdBy: components["schemas"]["AgentOrNull"];
            lastModified: components["schemas"]["MomentOrNull"];
            lastModifiedBy: components["schemas"]["AgentOrNull"];
            dateBegun: components["schemas"]["MomentOrNull"];
            dateFinished: components["schemas"]["MomentOrNull"];
            errors: components["schemas"]["ArchiveError"][] | null;
            /** @enum {string} */
            status: "processing" | "completed" | "completedWithErrors";
        };
        /**
         * @example {
         *       "id": "h7vq2mzt4xwp",
         *       "depositId": "fz4tq7mkv2np",
         *       "depositUri": "http://localhost:8080/deposits/fz4tq7mkv2np",
         *       "startTime": "2026-03-04T05:06:07Z",
         *       "endTime": "2026-03-04T05:07:08Z",
         *       "deletedCount": 42,
         *       "errors": null,
         *       "batchNumber": 1
         *     }
         */
        ArchiveJobReport: {
            /** @description The id of the run. One is given where it is missing. */
            id?: string | null;
            depositId?: string | null;
            depositUri?: string | null;
            startTime?: string | null;
            endTime?: string | null;
            deletedCount?: number | null;
            /** @description A sentence, or a list of sentences or of objects with a message. */
            errors?: (string | null) | (string | {
                message?: string | null;
            })[];
            batchNumber?: number | null;
        };
        ArchivableDeposits: {
            /** @enum {string} */
            type: "ArchivableDeposits";
            modifiedBefore: components["schemas"]["MomentOrNull"];
            deposits: {
                deposit: string;
                depositId: string;
                lastModified: components["schemas"]["MomentOrNull"];
            }[];
        };
        RecordInfo: {
            recordIdentifiers: components["schemas"]["RecordIdentifier"][];
        } | null;
        /** @description An identifier of the record, and the system that issued it. */
        RecordIdentifier: {
            source: string;
            value: string;
        };
        /** @description What a tool, a process or the METS records of a file; further properties depend on the type. */
        Metadata: {
            /** @enum {string} */
            type: "DigestMetadata" | "FileFormatMetadata" | "ExifMetadata" | "VirusScanMetadata" | "ExtentMetadata" | "StorageMetadata" | "ToolOutput";
            source: string;
            timestamp: components["schemas"]["Moment"];
        } & {
            [key: string]: unknown;
        };
        /** @description A folder of a workspace. Rights, access and record identifiers come from the METS only. */
        WorkingDirectory: {
            /** @enum {string} */
            type: "WorkingDirectory";
            /** @description Relative to the deposit, without a final slash; empty for the root. */
            localPath: string;
            /** @description The name that the uploading client recorded. */
            name: string | null;
            modified: components["schemas"]["Moment"];
            accessRestrictions: string[] | null;
            effectiveAccessRestrictions: string[];
            files: components["schemas"]["WorkingFile"][];
            directories: components["schemas"]["WorkingDirectory"][];
            rightsStatement: string | null;
            effectiveRightsStatement: string | null;
            rightsStatementSuppressed?: components["schemas"]["RightsStatementSuppressed"];
            recordInfo: components["schemas"]["RecordInfo"];
            effectiveRecordInfo: components["schemas"]["RecordInfo"];
            metsExtensions?: components["schemas"]["MetsExtensions"];
            metadata: components["schemas"]["Metadata"][];
        };
        /** @description A file of a workspace. */
        WorkingFile: {
            /** @enum {string} */
            type: "WorkingFile";
            localPath: string;
            /** @description The name that the uploading client recorded. */
            name: string | null;
            modified: components["schemas"]["Moment"];
            accessRestrictions: string[] | null;
            effectiveAccessRestrictions: string[];
            rightsStatement: string | null;
            effectiveRightsStatement: string | null;
            rightsStatementSuppressed?: components["schemas"]["RightsStatementSuppressed"];
            recordInfo: components["schemas"]["RecordInfo"];
            effectiveRecordInfo: components["schemas"]["RecordInfo"];
            metsExtensions?: components["schemas"]["MetsExtensions"];
            metadata: components["schemas"]["Metadata"][];
            contentType: string | null;
            /** @description SHA-256. */
            digest: string | null;
            /** @description In bytes. */
            size: number | null;
            links: {
                to: string;
                role: string | null;
            }[];
        };
        /** @description A folder as it is in the workspace and in the METS, both shown without their content; access, rights and record identifiers come from the METS. */
        CombinedDirectory: {
            localPath: string;
            name: string;
            directoryInDeposit: components["schemas"]["WorkingDirectory"] | null;
            directoryInMets: components["schemas"]["WorkingDirectory"] | null;
            files: components["schemas"]["CombinedFile"][];
            directories: components["schemas"]["CombinedDirectory"][];
            accessRestrictions: string[];
            effectiveAccessRestrictions: string[];
            rightsStatement: string | null;
            effectiveRightsStatement: string | null;
            rightsStatementSuppressed?: boolean;
            recordInfo: components["schemas"]["RecordInfo"];
            effectiveRecordInfo: components["schemas"]["RecordInfo"];
            whereabouts: components["schemas"]["Where"];
            /** @description What is wrong with outputs of tools, such as a virus log that proves no file to be clean. Of the root only; absent without warnings. */
            warnings?: string[];
        };
        /** @description A file as it is in the workspace and in the METS, with the format, virus scan and Exif metadata of each. */
        CombinedFile: {
            /** @description Begins with `../` outside the payload of a bag. */
            localPath: string;
            fileInDeposit: components["schemas"]["WorkingFile"] | null;
            fileInMets: components["schemas"]["WorkingFile"] | null;
            /** @description Differences between the two; empty unless the file is in both. */
            misMatches: {
                metadataType: string;
                field: string;
                valueInDeposit: string | null;
                valueInMets: string | null;
            }[];
            depositFileFormatMetadata: components["schemas"]["Metadata"] | null;
            depositVirusScanMetadata: components["schemas"]["Metadata"] | null;
            depositExifMetadata: components["schemas"]["Metadata"] | null;
            metsFileFormatMetadata: components["schemas"]["Metadata"] | null;
            metsVirusScanMetadata: components["schemas"]["Metadata"] | null;
            metsExifMetadata: components["schemas"]["Metadata"] | null;
            accessRestrictions: string[];
            effectiveAccessRestrictions: string[];
            rightsStatement: string | null;
            effectiveRightsStatement: string | null;
            rightsStatementSuppressed?: boolean;
            recordInfo: components["schemas"]["RecordInfo"];
            effectiveRecordInfo: components["schemas"]["RecordInfo"];
            whereabouts: components["schemas"]["Where"];
        };
        /** @description The resource; with `view=parsed-mets` the parsed METS of an archival group. */
        ResourceOrMets: components["schemas"]["Container"] | components["schemas"]["Binary"] | components["schemas"]["ParsedMets"];
        /** @description The elements of the METS that describe it. */
        MetsExtensions: {
            href?: string;
            divId?: string;
            admId?: string;
        };
        /** @description A parsed METS. For an archival group `self` and `eTag` are null, and `files` does not include the METS itself. */
        ParsedMets: {
            /** @description The title. */
            name: string | null;
            /** @description The location of the described files. */
            rootUri: string;
            metsUri: string;
            self: components["schemas"]["WorkingFile"] | null;
            physicalStructure: components["schemas"]["WorkingDirectory"];
            /** @description Every file, in the order of the physical structure. */
            files: components["schemas"]["WorkingFile"][];
            /** @description Always null. */
            xDocument: string | null;
            /** @description With its quotation marks, for If-Match. */
            eTag: string | null;
            /** @description The agent that wrote the METS. */
            agent: string | null;
            /** @description Whether this platform may change it. */
            editable: boolean;
            logicalStructures: components["schemas"]["LogicalRange"][];
            /** @description IDs that several elements have, against the rules of XML; absent where there are none. */
            duplicateIds?: string[];
            /** @description IDs that pointers of the physical structure name and no file or file group has; absent where there are none. */
            danglingFileIds?: string[];
            /** @description The IDs of files that are pointed to and have no location, so that they are not listed; absent where there are none. */
            unlocatedFileIds?: string[];
        };
        /** @description A chapter, a part, a whole collection. */
        LogicalRange: {
            id: string;
            /** @description Free text. */
            type: string;
            name: string | null;
            metsExtensions?: components["schemas"]["MetsExtensions"];
            accessRestrictions: string[] | null;
            effectiveAccessRestrictions: string[];
            rightsStatement: string | null;
            effectiveRightsStatement: string | null;
            rightsStatementSuppressed?: components["schemas"]["RightsStatementSuppressed"];
            recordInfo: components["schemas"]["RecordInfo"];
            effectiveRecordInfo: components["schemas"]["RecordInfo"];
            ranges: components["schemas"]["LogicalRange"][];
            files: {
                localPath: string;
                /** @description Two corners, in pixels. */
                region: {
                    x1: number;
                    y1: number;
                    x2: number;
                    y2: number;
                } | null;
                /** @description In seconds. */
                beginTime: number | null;
                /** @description In seconds. */
                endTime: number | null;
            }[];
        };
        /** @description The METS stops the inheritance of a rights statement here. */
        RightsStatementSuppressed: boolean;
        /**
         * @example [
         *       "objects/page-1.jpg",
         *       "metadata/notes.txt"
         *     ]
         */
        MetsPaths: string[];
        /** @enum {string} */
        Where: "Both" | "Mets" | "Deposit" | "Neither" | "Extra";
        /**
         * @example {
         *       "deleteFromMets": true,
         *       "deleteFromDepositFiles": true,
         *       "items": [
         *         {
         *           "path": "objects/page-1.jpg",
         *           "isDir": false
         *         }
         *       ]
         *     }
         */
        DeleteSelection: {
            /** @description Has no effect without deleteFromDepositFiles. */
            deleteFromMets?: boolean | null;
            deleteFromDepositFiles?: boolean | null;
            /** @description Also deletes listed items in the workspace's root. */
            deleteFromRoot?: boolean | null;
            /** @description Paths of items that are skipped when they cannot be deleted. */
            continueIfFail?: string[] | null;
            items?: {
                path: string;
                isDir: boolean;
                /** @description The name, or its index in the enumeration, from 0. */
                where?: components["schemas"]["Where"] | number | null;
            }[] | null;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "path": "objects",
         *           "isDir": true,
         *           "where": "Mets"
         *         },
         *         {
         *           "path": "objects/page-1.jpg",
         *           "isDir": false,
         *           "where": "Mets"
         *         }
         *       ]
         *     }
         */
        EditResult: {
            items: {
                path: string;
                isDir: boolean;
                where: components["schemas"]["Where"];
            }[];
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "path": "objects",
         *           "isDir": true,
         *           "where": "Mets"
         *         },
         *         {
         *           "path": "objects/page-1.jpg",
         *           "isDir": false,
         *           "where": "Mets"
         *         }
         *       ],
         *       "skipped": [
         *         {
         *           "path": "objects/page-2.jpg",
         *           "reason": "There is nothing at this path in the workspace."
         *         }
         *       ],
         *       "withoutDigest": [],
         *       "computedDigests": []
         *     }
         */
        AddResult: {
            /** @description Every entry that was added or updated, including parent folders. */
            items: {
                path: string;
                isDir: boolean;
                where: components["schemas"]["Where"];
            }[];
            skipped: components["schemas"]["SkippedPaths"];
            /** @description Files that were recorded without a SHA-256, since neither the store, nor a bag's manifest, nor a tool has one. An import is refused until they have one. */
            withoutDigest: string[];
            /** @description Files whose SHA-256 this platform computed by reading them (`computeDigests`). */
            computedDigests: string[];
            /** @description What is wrong with outputs of tools, such as a virus log that proves no file to be clean, so that no scan was recorded. Absent without warnings. */
            warnings?: string[];
        };
        /**
         * @example {
         *       "idsRewritten": 1,
         *       "referencesRewritten": 1,
         *       "rewrites": [
         *         {
         *           "from": "FILE_objects/a b.txt",
         *           "to": "FILE_objects_x002F_a_x0020_b.txt"
         *         }
         *       ],
         *       "warnings": [],
         *       "duplicateIds": [],
         *       "changed": true
         *     }
         */
        NormaliseResult: {
            idsRewritten: number;
            /** @description How many attribute values were changed. */
            referencesRewritten: number;
            rewrites: {
                from: string;
                to: string;
            }[];
            /** @description References to unknown IDs, which were not changed. */
            warnings: string[];
            duplicateIds: string[];
            /** @description Whether the METS was written. */
            changed: boolean;
        };
        /** @description Changes to an archival group. */
        ImportJob: {
            id: string | null;
            /** @enum {string} */
            type: "ImportJob";
            originalId: string | null;
            created: components["schemas"]["MomentOrNull"];
            createdBy: components["schemas"]["AgentOrNull"];
            lastModified: components["schemas"]["MomentOrNull"];
            lastModifiedBy: components["schemas"]["AgentOrNull"];
            deposit?: string;
            archivalGroup: string;
            archivalGroupName: string | null;
            isUpdate: boolean;
            source: string | null;
            sourceVersion: components["schemas"]["Version"] | null;
            containersToAdd: components["schemas"]["Container"][];
            binariesToAdd: components["schemas"]["Binary"][];
            containersToDelete: components["schemas"]["Container"][];
            binariesToDelete: components["schemas"]["Binary"][];
            binariesToPatch: components["schemas"]["Binary"][];
            containersToRename: components["schemas"]["Container"][];
            binariesToRename: components["schemas"]["Binary"][];
            /** @description What does not refuse the import but should be known before it: a virus log that proves no file to be clean; of a bag, files that were changed after their manifest, paths that are spelt otherwise than their files, manifests that were not verified. Of a diff only; absent without warnings. */
            warnings?: string[];
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
            /** @enum {string} */
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
            /** @enum {string} */
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
        /** @description The request is valid, but cannot be applied to the present content. */
        Unprocessable: {
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
        /** @description The caller has as much at the same time as one caller may have. */
        TooManyRequests: {
            headers: {
                /** @description After how many seconds to try again. */
                "Retry-After"?: string;
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
    };
    parameters: {
        /**
         * @description The token that `GET /deposits/{id}/iiif` gave.
         * @example 0123456789abcdef0123456789abcdef
         */
        IiifToken: string;
        /**
         * @description The last segment of the deposit's URI.
         * @example fz4tq7mkv2np
         */
        DepositId: string;
        /**
         * @description The last segment of the result's URI.
         * @example k7vq2mzt4xwp
         */
        ResultId: string;
        /**
         * @description The last segment of the run's URI, its `jobId`.
         * @example p3v7m2kq8xtc
         */
        PipelineRunId: string;
        /** @description Where the page begins; it is in `next` of the page before. The newest entry by default. */
        Cursor: string;
        /** @description How many entries a page has at most. */
        PageLimit: number;
        /** @description Takes a bag whose files are not those of its manifests: what they contradict is in `warnings` of the diff. That this was asked for is recorded with the job. */
        AcceptIncompleteBag: boolean;
        /** @description Reads the workspace again. */
        Refresh: boolean;
        /**
         * @description The METS file's ETag as received, with its quotation marks. Required where the deposit has a METS file; always required for deletions.
         * @example "5d41402abc4b2a76b9719d911017c592"
         */
        IfMatch: string;
        /**
         * @description The METS file's ETag as received. Optional, but must be the current one.
         * @example "5d41402abc4b2a76b9719d911017c592"
         */
        IfMatchOptional: string;
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
        /** @description What a cache may keep. Without `immutable`, it has to ask again each time. */
        CacheControl: string;
        /** @description The entity tag of this representation, for `If-None-Match`. */
        EntityTag: string;
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
                    "application/json": components["schemas"]["ResourceOrMets"];
                    "application/xml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            422: components["responses"]["Unprocessable"];
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
                    "application/json": components["schemas"]["ResourceOrMets"];
                    "application/xml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            422: components["responses"]["Unprocessable"];
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
    validateArchivalGroup: {
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
    checkStorageService: {
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
    checkWorkspaceBucket: {
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
    checkStorageBucket: {
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
    listAccessConditions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessCondition"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    listRangeTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The types. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URIs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Incomplete"];
            default: components["responses"]["Unexpected"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of an agent, as work is attributed to it.
                 * @example dev
                 */
                agentName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Incomplete"];
            default: components["responses"]["Unexpected"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events after this position, as in `position` of an event; `latest` is the newest one. All events when absent. */
                after?: string;
                /** @description Only events of these topics, separated by commas: `archival-groups`, `containers`, `deposits`, `exports`, `import-jobs`. All of them when absent. */
                topics?: string;
                /** @description How many events a page has at most. */
                limit?: number;
            };
            header?: {
                /** @description The position after which server-sent events continue; used instead of `after`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, or the stream of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Unexpected"];
        };
    };
    listDeposits: {
        parameters: {
            query?: {
                /** @description The number of the page, from 1. Beyond the end a page is empty. */
                page?: number;
                /** @description How many deposits a page has. */
                pageSize?: number;
                /** @description One of `archivalGroupPath`, `status`, `exported`, `exportedBy`, `preserved`, `preservedBy`, `lastModified`, `lastModifiedBy`, `created` and `createdBy`; `created` for any other text. Deposits without a value come first in the ascending order. Ties are sorted by id. */
                orderBy?: string;
                /** @description Whether the lowest value comes first. */
                ascending?: boolean;
                /** @description The name or the URI of an agent. */
                createdBy?: string;
                /** @description A date, or a date and time. At or after it. UTC where it has no zone. */
                createdAfter?: string;
                /** @description A date, or a date and time. Before it. UTC where it has no zone. */
                createdBefore?: string;
                /** @description The name or the URI of an agent. */
                lastModifiedBy?: string;
                /** @description A date, or a date and time. At or after it. UTC where it has no zone. */
                lastModifiedAfter?: string;
                /** @description A date, or a date and time. Before it. UTC where it has no zone. */
                lastModifiedBefore?: string;
                /** @description The name or the URI of an agent. */
                preservedBy?: string;
                /** @description A date, or a date and time. At or after it. UTC where it has no zone. */
                preservedAfter?: string;
                /** @description A date, or a date and time. Before it. UTC where it has no zone. */
                preservedBefore?: string;
                /** @description The name or the URI of an agent. */
                exportedBy?: string;
                /** @description A date, or a date and time. At or after it. UTC where it has no zone. */
                exportedAfter?: string;
                /** @description A date, or a date and time. Before it. UTC where it has no zone. */
                exportedBefore?: string;
                /** @description With a slash, the path or URI of an archival group. Without one, how the path ends. */
                archivalGroupPath?: string;
                /** @description The path or URI of a container that the archival group is below, at any depth. */
                archivalGroupPathParent?: string;
                /** @description The exact status. */
                status?: string;
                /** @description Only active deposits, or only inactive ones. Ignored where `showAll` is true. */
                active?: boolean;
                /** @description Also shows inactive deposits, which are left out by default. */
                showAll?: boolean;
                /** @description Only archived deposits, or only others. Archived deposits are shown whether active or not, unless `active` is sent. */
                archived?: boolean;
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
                    "application/json": components["schemas"]["DepositPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Incomplete"];
            default: components["responses"]["Unexpected"];
        };
    };
    createDeposit: {
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
        /** @description The properties of the deposit, all optional. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositRequest"];
            };
        };
        responses: {
            /** @description The deposit; its workspace is ready. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The deposit that an earlier request with this key created was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    createDepositFromIdentifier: {
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
                "application/json": components["schemas"]["SchemaAndValue"];
            };
        };
        responses: {
            /** @description The deposit; its workspace is ready. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No record has this identifier, or the deposit that an earlier request with this key created was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several records have this identifier, or another resource is in conflict, as in `POST /deposits`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The record has a repository URI or a title that no deposit can have. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The operator has set neither an identity service nor a file of identity records. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unexpected"];
        };
    };
    exportDeposit: {
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
        /** @description The archival group, and optionally the version to export. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportedDepositRequest"];
            };
        };
        responses: {
            /** @description The deposit; its files are being exported. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    getDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteDeposit: {
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            default: components["responses"]["Unexpected"];
        };
    };
    patchDeposit: {
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositPatch"];
            };
        };
        responses: {
            /** @description The changed deposit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    lockDeposit: {
        parameters: {
            query?: {
                /** @description Takes the lock from its holder. */
                force?: boolean;
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            default: components["responses"]["Unexpected"];
        };
    };
    unlockDeposit: {
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            default: components["responses"]["Unexpected"];
        };
    };
    activateDeposit: {
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            default: components["responses"]["Unexpected"];
        };
    };
    deactivateDeposit: {
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            default: components["responses"]["Unexpected"];
        };
    };
    getDepositCredentials: {
        parameters: {
            query?: {
                /**
                 * @description A file to upload, repeated for each: the SHA-256 of its bytes in hex, a colon, and its path in the deposit. POST takes more of them.
                 * @example [
                 *       "e47f6707c78f29f762566bb894e642a969376a69075dd957bbfdc96a4e09744e:objects/index.csv"
                 *     ]
                 */
                file?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys and the URLs. Whoever has them has the access, so they are kept secret. */
            200: {
                headers: {
                    /** @description No cache may keep the answer. */
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositCredentials"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    postDepositCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /** @description The files to upload. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadRequests"];
            };
        };
        responses: {
            /** @description The keys and the URLs. Whoever has them has the access, so they are kept secret. */
            200: {
                headers: {
                    /** @description No cache may keep the answer. */
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositCredentials"];
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
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getDepositHistory: {
        parameters: {
            query?: {
                /** @description Where the page begins; it is in `next` of the page before. The newest entry by default. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many entries a page has at most. */
                limit?: components["parameters"]["PageLimit"];
            };
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    getRootHistory: {
        parameters: {
            query?: {
                /** @description Where the page begins; it is in `next` of the page before. The newest entry by default. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many entries a page has at most. */
                limit?: components["parameters"]["PageLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    getResourceHistory: {
        parameters: {
            query?: {
                /** @description Where the page begins; it is in `next` of the page before. The newest entry by default. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many entries a page has at most. */
                limit?: components["parameters"]["PageLimit"];
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
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    getDepositFilesystem: {
        parameters: {
            query?: {
                /** @description Reads the workspace again. */
                refresh?: components["parameters"]["Refresh"];
            };
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The root folder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingDirectory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    getDepositCombined: {
        parameters: {
            query?: {
                /** @description Reads the workspace again. */
                refresh?: components["parameters"]["Refresh"];
            };
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The root folder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CombinedDirectory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getDepositMets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The METS file. */
            200: {
                headers: {
                    /** @description For If-Match, with its quotation marks. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    addToMets: {
        parameters: {
            query?: {
                /** @description Reads the files for which no source has a SHA-256 (most upload tools send none), and records the computed digest with the platform as its originator. A digest is valid for the ETag that was read: a file that is overwritten meanwhile gets none. If time runs out the answer is 503; digests computed until then are kept, and the same request continues from there. */
                computeDigests?: boolean;
            };
            header?: {
                /**
                 * @description The METS file's ETag as received, with its quotation marks. Required where the deposit has a METS file; always required for deletions.
                 * @example "5d41402abc4b2a76b9719d911017c592"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /** @description Paths relative to the deposit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MetsPaths"];
            };
        };
        responses: {
            /** @description The added and updated entries, the skipped paths, and the files without a digest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddResult"];
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
            422: components["responses"]["Unprocessable"];
            /** @description Temporarily unavailable; the same request may succeed later. With `computeDigests` also where not all files could be read in time: the detail says how many were, and the same request continues from there. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unexpected"];
        };
    };
    getParsedMets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parsed METS. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParsedMets"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    deleteFromMets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The METS file's ETag as received, with its quotation marks. Required where the deposit has a METS file; always required for deletions.
                 * @example "5d41402abc4b2a76b9719d911017c592"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /** @description The items to delete, and from where. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSelection"];
            };
        };
        responses: {
            /** @description The deleted items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditResult"];
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
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    normaliseMets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The METS file's ETag as received. Optional, but must be the current one.
                 * @example "5d41402abc4b2a76b9719d911017c592"
                 */
                "If-Match"?: components["parameters"]["IfMatchOptional"];
            };
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rewritten IDs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NormaliseResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getImportJobDiff: {
        parameters: {
            query?: {
                /** @description Takes a bag whose files are not those of its manifests: what they contradict is in `warnings` of the diff. That this was asked for is recorded with the job. */
                acceptIncompleteBag?: components["parameters"]["AcceptIncompleteBag"];
            };
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job that would bring the archival group to the state of the deposit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    createImportJob: {
        parameters: {
            query?: {
                /** @description Takes a bag whose files are not those of its manifests: what they contradict is in `warnings` of the diff. That this was asked for is recorded with the job. */
                acceptIncompleteBag?: components["parameters"]["AcceptIncompleteBag"];
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /** @description A job, or a reference to the diff. */
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
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    listImportJobResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every job's result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJobResult"][];
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
    getImportJobResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
                /**
                 * @description The last segment of the result's URI.
                 * @example k7vq2mzt4xwp
                 */
                resultId: components["parameters"]["ResultId"];
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
    runPipeline: {
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run is queued. */
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
            default: components["responses"]["Unexpected"];
        };
    };
    listPipelineRuns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessPipelineResult"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    getPipelineRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
                /**
                 * @description The last segment of the run's URI, its `jobId`.
                 * @example p3v7m2kq8xtc
                 */
                pipelineRunId: components["parameters"]["PipelineRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessPipelineResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    reportPipelineStatus: {
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
        /** @description The run and its status. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PipelineStatusReport"];
            };
        };
        responses: {
            /** @description The status is recorded. */
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
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    getGroupManifest: {
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
            /** @description The manifest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    openDepositManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address of the manifest. */
            302: {
                headers: {
                    /** @description The path of the manifest. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    getDepositManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
                /**
                 * @description The token that `GET /deposits/{id}/iiif` gave.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                token: components["parameters"]["IiifToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The manifest. */
            200: {
                headers: {
                    /** @description Where a changed manifest may be posted. */
                    "X-IIIF-Post-Url"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    postDepositManifest: {
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
                /**
                 * @description The token that `GET /deposits/{id}/iiif` gave.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                token: components["parameters"]["IiifToken"];
            };
            cookie?: never;
        };
        /** @description A whole manifest, as it was got, with other structures. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostedManifest"];
            };
        };
        responses: {
            /** @description The structures are recorded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The token that `GET /deposits/{id}/iiif` gave.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                token: components["parameters"]["IiifToken"];
                /**
                 * @description Always `deposit`.
                 * @example deposit
                 */
                source: string;
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
                /**
                 * @description `imagesvc`, `file`, `video`, `audio` or `placeholder`.
                 * @example file
                 */
                mediaType: string;
                /**
                 * @description The path of a file within the deposit, without `data/` of a bag. For `imagesvc` followed by `/info.json` or by `/full/{width},{height}/0/default.jpg`; for `placeholder` it is `canvas.png` or `thumb.png`.
                 * @example objects/page-1.txt
                 */
                mediaPath: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The media, or the description of an image service. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageService"];
                    "*/*": string;
                };
            };
            /** @description The range of the file. */
            206: {
                headers: {
                    /** @description Which bytes these are. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The description of the image service. */
            303: {
                headers: {
                    /** @description Its address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The range contains no byte of the file. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["Unprocessable"];
            default: components["responses"]["Unexpected"];
        };
    };
    archiveDeposit: {
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
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        /** @description What to do; all properties are optional. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArchiveRequest"];
            };
        };
        responses: {
            /** @description What would be removed, for `dryRun`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivePreview"];
                };
            };
            /** @description The archive job has begun. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveJobResult"];
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
    reportArchiveJob: {
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
        /** @description The run. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArchiveJobReport"];
            };
        };
        responses: {
            /** @description The report is recorded. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveJobResult"];
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
    getDepositArchiveJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the deposit's URI.
                 * @example fz4tq7mkv2np
                 */
                depositId: components["parameters"]["DepositId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveJobResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listArchivableDeposits: {
        parameters: {
            query?: {
                /** @description How long ago they must have been modified last, an ISO 8601 period. */
                olderThan?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivableDeposits"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Incomplete"];
            default: components["responses"]["Unexpected"];
        };
    };
    getGroupActivities: {
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
            /** @description Their number, and the first and last page. */
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
    addGroupActivity: {
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
        /** @description The activity. Its `type` is `Update`, and its object an archival group of this service. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PostedActivity"];
            };
        };
        responses: {
            /** @description The activity is added. */
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
            408: components["responses"]["TooSlow"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            default: components["responses"]["Unexpected"];
        };
    };
    getGroupActivityPage: {
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
                    "application/json": components["schemas"]["GroupActivityPage"];
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
    search: {
        parameters: {
            query: {
                /** @description What to search for. */
                text: string;
                /** @description The number of the page, from 0, of the kind that `type` names; of both where it is `All`. */
                pageNumber?: number;
                /** @description How many files and deposits a page has. */
                pageSize?: number;
                /** @description The kind that `pageNumber` applies to. `Fedora`, which older clients send, is `Repo`. */
                type?: "All" | "Deposits" | "Repo" | "Fedora";
                /** @description The number of the page, from 0, of the kind that `type` does not name. Ignored where it is `All`. */
                otherPage?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Search"];
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
