/** JSON-RPC methods of the node, for one view of the chain. */
import { v2ParamNames } from '../../shared/rpc/methods.ts';
import type { ChainView } from './chain/chain-view.ts';
import { addAuthMethods } from './rpc/auth-methods.ts';
import { addChainMethods } from './rpc/chain-methods.ts';
import { addDealMethods } from './rpc/deal-methods.ts';
import { addEthMethods } from './rpc/eth/eth-methods.ts';
import { addEventMethods } from './rpc/event-methods.ts';
import { addGasMethods } from './rpc/gas-methods.ts';
import { addMessageMethods } from './rpc/message-methods.ts';
import { MethodTableBuilder } from './rpc/method-table.ts';
import { addMinerMethods } from './rpc/miner-methods.ts';
import { addMpoolMethods } from './rpc/mpool-methods.ts';
import { addMultisigMethods } from './rpc/multisig-methods.ts';
import { addNodeMethods, type NodeFacts } from './rpc/node-methods.ts';
import { addObjectMethods } from './rpc/object-methods.ts';
import { addPledgeMethods } from './rpc/pledge-methods.ts';
import { addRegistryMethods } from './rpc/registry-methods.ts';
import { addReplayMethods } from './rpc/replay-methods.ts';
import { addStateMethods } from './rpc/state-methods.ts';
import type { TokenIssuer } from './rpc/tokens.ts';
import { addV2Methods } from './rpc/v2-methods.ts';
import { addWalletMethods } from './rpc/wallet-methods.ts';

export interface NodeTableOptions {
  readonly facts: NodeFacts;
  readonly issuer: TokenIssuer;
  /** Whether callers without a token can push messages, with the limits for untrusted callers. */
  readonly isOpenToAll: boolean;
}

/** All methods of `/rpc/v0` or `/rpc/v1`. */
export function nodeTable(chain: ChainView, version: 'v0' | 'v1', { facts, issuer, isOpenToAll }: NodeTableOptions): MethodTableBuilder {
  const table = new MethodTableBuilder();
  addNodeMethods(table, chain, version, facts);
  addChainMethods(table, chain);
  addObjectMethods(table, chain);
  addMessageMethods(table, chain, version);
  addMpoolMethods(table, chain, isOpenToAll);
  addEthMethods(table, chain, isOpenToAll);
  addWalletMethods(table);
  addAuthMethods(table, issuer);
  addMultisigMethods(table, chain);
  addRegistryMethods(table, chain);
  addGasMethods(table, chain);
  addReplayMethods(table, chain);
  addEventMethods(table, chain, version);
  addStateMethods(table, chain);
  addMinerMethods(table, chain);
  addPledgeMethods(table, chain, version);
  addDealMethods(table, chain);
  return table;
}

/** Methods of `/rpc/v2`: its own, and Ethereum's as in version 1. */
export function tableOfV2(chain: ChainView, isOpenToAll: boolean): MethodTableBuilder {
  const table = new MethodTableBuilder();
  addEthMethods(table, chain, isOpenToAll);
  table.keepOnly((name) => v2ParamNames(name) !== undefined);
  addV2Methods(table, chain);
  return table;
}
