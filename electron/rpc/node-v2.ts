/**
 * The v2 API of a node, which names tipsets by selectors. Experimental in Lotus: a connection has it beside v1, never instead.
 *
 * Trusts nothing a node answers: every value passes its schema. Made by the connection's link.
 */

import type { Tipset } from '../../shared/domain/tipset.ts';
import { type TipsetSelector, tipsetSelectorToJson } from '../../shared/domain/tipset-selector.ts';
import { type FinalityStatus, zNodeFinalityStatus } from '../../shared/validation/node/finality-status.ts';
import { type RewardDistribution, zNodeRewardDistribution } from '../../shared/validation/node/reward-distribution.ts';
import { zNodeTipset } from '../../shared/validation/node/tipset.ts';
import type { CallOptions, NodeAnswer, NodeClient } from './node-client.ts';

export class NodeV2 {
  /** For calls that are written by hand. */
  readonly client: NodeClient;

  constructor(client: NodeClient) {
    this.client = client;
  }

  /** The tipset; of a null round the one before it with `previous`, else the one after it. @throws SextantError as every call */
  tipset(selector: TipsetSelector, options: CallOptions): Promise<NodeAnswer<Tipset>> {
    return this.client.call('ChainGetTipSet', [tipsetSelectorToJson(selector)], { ...options, schema: zNodeTipset });
  }

  /** How deep the chain is final. Since Lotus 1.35.1. */
  finalityStatus(options: CallOptions): Promise<NodeAnswer<FinalityStatus>> {
    return this.client.call('ChainGetTipSetFinalityStatus', [], { ...options, schema: zNodeFinalityStatus });
  }

  /**
   * How the reward of a tipset was split. Since Lotus 1.37; heavy, as the node executes the tipset. Also answers for the head, before it
   * has a child.
   *
   * @throws SextantError `method-not-served`; `node-error` for a tipset before network version 29
   */
  rewardDistribution(selector: TipsetSelector, options: CallOptions): Promise<NodeAnswer<RewardDistribution>> {
    return this.client.call('StateRewardDistribution', [tipsetSelectorToJson(selector)], { ...options, schema: zNodeRewardDistribution });
  }
}
