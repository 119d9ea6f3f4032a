import type { ChainView } from '../chain/chain-view.ts';
import { FINALITY_EPOCHS, finalizedTipset } from '../chain/finality.ts';
import { actorJson } from './actor-state-json.ts';
import { addressJson, idJson, tipsetJson } from './chain-json.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter } from './parameters.ts';
import { rewardDistributionJson } from './reward-distribution-json.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, notFound, requireAddress, stateBefore } from './tipset-lookup.ts';
import { selectedTipset, tipsetSelectorParameter } from './tipset-selector.ts';

/** Methods of `/rpc/v2` (Lotus v1.37 api/v2api): tipsets are selected by tag, key or height. There is no Version method. */
export function addV2Methods(table: MethodTableBuilder, chain: ChainView): void {
  table
    .read('ChainGetTipSet', [tipsetSelectorParameter], ([selector]) => tipsetJson(selectedTipset(chain, selector)))
    .read('ChainGetTipSetFinalityStatus', [], () => {
      const finalized = finalizedTipset(chain.store);
      const isMet = chain.head.height >= FINALITY_EPOCHS;
      return {
        ecFinalityThresholdDepth: isMet ? FINALITY_EPOCHS : -1,
        ecFinalizedTipSet: tipsetJson(finalized),
        // F3 does not run here.
        f3FinalizedTipSet: null,
        finalizedTipSet: tipsetJson(finalized),
        head: tipsetJson(chain.head),
      };
    })
    .read('StateGetActor', [addressParameter, tipsetSelectorParameter], ([address, selector]) => {
      const given = requireAddress(address);
      const actor = actorAt(stateBefore(chain, selectedTipset(chain, selector)), given);
      if (actor === undefined)
        throw new RpcError(`resolution lookup failed (${addressJson(given)}): resolve address ${addressJson(given)}: actor not found`);
      return actorJson(actor);
    })
    .read('StateGetID', [addressParameter, tipsetSelectorParameter], ([address, selector]) => {
      const actor = actorAt(stateBefore(chain, selectedTipset(chain, selector)), requireAddress(address));
      if (actor === undefined) throw notFound();
      return idJson(actor.id);
    })
    .read('StateRewardDistribution', [tipsetSelectorParameter], ([selector]) =>
      rewardDistributionJson(chain, selectedTipset(chain, selector)),
    );
}
