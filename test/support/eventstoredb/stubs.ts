import { createRequire } from 'node:module';
import codes from '@eventstore/db-client/generated/code_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';

/** The types of Google's own messages, as the stubs know them. */
type Any = NonNullable<ReturnType<InstanceType<typeof status.Status>['getDetails']>>;
type Empty = NonNullable<ReturnType<InstanceType<typeof streams.BatchAppendReq.Options>['getAny']>>;

// The messages of one protobuf library do not mix with another's: this must be the copy that the stubs were made for.
const fromClient = createRequire(createRequire(import.meta.url).resolve('@eventstore/db-client'));
const any = fromClient('google-protobuf/google/protobuf/any_pb.js') as { Any: new () => Any };
const empty = fromClient('google-protobuf/google/protobuf/empty_pb.js') as { Empty: new () => Empty };

export { codes, features, featuresGrpc, gossip, gossipGrpc, shared, status, streams, streamsGrpc };
export const newAny = (): Any => new any.Any();
/** Batch answers use Google's empty message, all others the server's own. */
export const newGoogleEmpty = (): Empty => new empty.Empty();
export const newEmpty = (): InstanceType<typeof shared.Empty> => new shared.Empty();
