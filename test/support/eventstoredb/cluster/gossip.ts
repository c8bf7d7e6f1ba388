import type { handleUnaryCall } from '@grpc/grpc-js';
import type { ClusterInfo, MemberInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { Member } from './member.js';
import { note, type Node } from '../node.js';
import { gossip, shared } from '../stubs.js';

const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;

const memberInfo = ({ port, leads, isAlive }: Member): MemberInfo => {
  const info = new gossip.MemberInfo();
  const id = new shared.UUID();
  id.setString(`00000000-0000-4000-8000-${`${port}`.padStart(12, '0')}`);
  info.setInstanceId(id);
  info.setTimeStamp(`${Date.now()}`);
  info.setState(leads ? LEADER : FOLLOWER);
  info.setIsAlive(isAlive);
  const endPoint = new gossip.EndPoint();
  endPoint.setAddress('127.0.0.1');
  endPoint.setPort(port);
  info.setHttpEndPoint(endPoint);
  return info;
};

/** Who is in the cluster and who leads it: what a client asks before it connects to one of several nodes. */
export const readGossip =
  (node: Node): handleUnaryCall<Empty, ClusterInfo> =>
  (_, answer) => {
    note(node, 'gossip');
    if (node.faults.wedged !== 'no') return;
    const info = new gossip.ClusterInfo();
    info.setMembersList(node.members().map(memberInfo));
    answer(null, info);
  };
