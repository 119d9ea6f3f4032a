/**
 * The v2 API of a node, which uses tipset selectors. Experimental in Lotus: a connection has it in addition to v1.
 *
 * Results are untrusted and validated by schemas. Created by the connection's link.
 */

import type { Tipset } from '../../shared/domain/chain/tipset.ts';
import { type TipsetSelector, tipsetSelectorToJson } from '../../shared/domain/chain/tipset-selector.ts';
import { type FinalityStatus, zNodeFinalityStatus } from '../../shared/validation/node/finality-status.ts';
import { type RewardDistribution, zNodeRewardDistribution } from '../../shared/validation/node/reward-distribution.ts';
import { zNodeTipset } from '../../shared/validation/node/tipset.ts';
import type { CallOptions, NodeAnswer, NodeClient } from './node-client.ts';

export class NodeV2 {
  /** For console calls. */
  readonly client: NodeClient;

  constructor(client: NodeClient) {
    this.client = client;
  }

  /** The tipset; for a null round the one before it with `previous`, else the one after it. @throws SextantError like every call */
  tipset(selector: TipsetSelector, options: CallOptions): Promise<NodeAnswer<Tipset>> {
    return this.client.call('ChainGetTipSet', [tipsetSelectorToJson(selector)], { ...options, schema: zNodeTipset });
  }

  /** Finality of the chain. Since Lotus 1.35.1. */
  finalityStatus(options: CallOptions): Promise<NodeAnswer<FinalityStatus>> {
    return this.client.call('ChainGetTipSetFinalityStatus', [], { ...options, schema: zNodeFinalityStatus });
  }

  /**
   * Distribution of a tipset's block rewards. Since Lotus 1.37; heavy, as the node executes the tipset. Also works for the head.
   *
   * @throws SextantError `method-not-served`; `node-error` for a tipset before network version 29
   */
  rewardDistribution(selector: TipsetSelector, options: CallOptions): Promise<NodeAnswer<RewardDistribution>> {
    return this.client.call('StateRewardDistribution', [tipsetSelectorToJson(selector)], { ...options, schema: zNodeRewardDistribution });
  }
}
