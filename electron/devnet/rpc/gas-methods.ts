import { BLOCK_GAS_LIMIT } from '../../../shared/domain/messages/gas.ts';
import { type Message, messageCid } from '../../../shared/domain/messages/message.ts';
import { onChainBytes } from '../../../shared/domain/messages/message-gas.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { draftFor } from '../chain/execute-tipset.ts';
import { StateDraft } from '../state/state-draft.ts';
import { executeImplicitly } from '../vm/execute-message.ts';
import { addressJson, amountJson, messageJson } from './chain-json.ts';
import { estimateGasUsed, feeCapFor, premiumFor, withEstimatedGas } from './gas-estimates.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { withAddresses } from './mpool-methods.ts';
import {
  addressParameter,
  int64Parameter,
  messageParameter,
  sendSpecParameter,
  tipsetKeyParameter,
  uint64Parameter,
} from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, scratchBefore, tipsetAt } from './tipset-lookup.ts';
import { type Invocation, invocationJson } from './trace-json.ts';

/** Error code of calls in the epoch of an upgrade (Lotus v1.36.2, lotus#13644). */
const STATE_FORK_CODE = -32_002;

/** Gas estimation and StateCall: execute messages on a copy of the state. */
export function addGasMethods(table: MethodTableBuilder, chain: ChainView): void {
  /** Execute as StateCall does: on a tipset's parent state, from any actor, without fees. Rejected if a migration is pending. */
  function call(message: Message, tipset: TipsetNode): Invocation {
    if (tipset.height === chain.rules.upgradeEpoch)
      throw new RpcError('refusing explicit call due to state fork at epoch', STATE_FORK_CODE);
    const { state } = draftFor(scratchBefore(chain, tipset), tipset.height, chain);
    const sender = actorAt(state, message.from);
    if (sender === undefined) {
      const text = addressJson(message.from);
      throw new RpcError(`call raw get actor: resolution lookup failed (${text}): resolve address ${text}: actor not found`);
    }
    const tried: Message = { ...message, nonce: sender.nonce, gasLimit: message.gasLimit === 0n ? BLOCK_GAS_LIMIT : message.gasLimit };
    const sizeBytes = onChainBytes(tried);
    const result = executeImplicitly(new StateDraft(state), tried, sizeBytes, { epoch: tipset.height, messageCid: undefined });
    return { ...result, cid: messageCid(tried), message: tried, sizeBytes, baseFee: undefined, isImplicit: false };
  }

  table
    .read('GasEstimateGasLimit', [messageParameter, tipsetKeyParameter], ([message, key]) =>
      estimateGasUsed(chain, withAddresses(message), tipsetAt(chain, key)),
    )
    .read('GasEstimateGasPremium', [uint64Parameter, addressParameter, int64Parameter, tipsetKeyParameter], ([blocks]) =>
      amountJson(premiumFor(blocks)),
    )
    .read('GasEstimateFeeCap', [messageParameter, int64Parameter, tipsetKeyParameter], ([message, , key]) =>
      amountJson(feeCapFor(tipsetAt(chain, key).baseFee, message.gasPremium)),
    )
    .read('GasEstimateMessageGas', [messageParameter, sendSpecParameter, tipsetKeyParameter], ([loose, spec, key]) =>
      messageJson(withEstimatedGas(chain, withAddresses(loose), spec, key)),
    )
    .read('StateCall', [messageParameter, tipsetKeyParameter], ([loose, key]) => {
      const message = withAddresses(loose);
      return invocationJson(call(message, tipsetAt(chain, key)));
    });
}
