import type { Address } from '../../../shared/domain/address.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { BLOCK_GAS_LIMIT } from '../../../shared/domain/gas.ts';
import { type Message, messageCid } from '../../../shared/domain/message.ts';
import { onChainBytes } from '../../../shared/domain/message-gas.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import { replayMessage } from '../chain/execute-tipset.ts';
import { keyAddressOf } from '../state/addresses.ts';
import { executeImplicitly, executeMessage } from '../state/execute-message.ts';
import { EXIT } from '../state/exit.ts';
import type { State } from '../state/state.ts';
import { StateDraft } from '../state/state-draft.ts';
import { addressJson, amountJson, messageJson } from './chain-json.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { withAddresses } from './mpool-methods.ts';
import {
  addressParameter,
  cidParameter,
  int64Parameter,
  type LooseMessage,
  messageParameter,
  sendSpecParameter,
  tipsetKeyParameter,
  uint64Parameter,
} from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, scratchBefore, stateAfter, tipsetAt } from './tipset-lookup.ts';
import { type Invocation, invocationJson } from './trace-json.ts';

const OUT_OF_GAS_CODE = 2;
const REVERTED_CODE = 3;
const LIMIT_NUMERATOR = 125n;
const DEFAULT_MAX_FEE = 70_000_000_000_000_000n;
const BASE_PREMIUM = 100_000n;
/** 1.125^20, in thousandths: how far the base fee can rise within 20 blocks. */
const FEE_HEADROOM_THOUSANDTHS = 10_545n;

/** Gas estimation, StateCall and StateReplay: messages tried on a copy of the state. */
export function addGasMethods(table: MethodTableBuilder, chain: DevnetChain): void {
  /** Runs a message on top of a tipset as its sender's next one. Gas fields that are zero cost nothing. */
  function simulate(message: Message, draft: StateDraft, baseFee: bigint, epoch: number): Invocation {
    const sender = actorAt(draft.state, message.from);
    if (sender === undefined) throw senderMissing(message.from);
    const isFree = message.gasFeeCap === 0n;
    const tried: Message = {
      ...message,
      nonce: sender.nonce,
      gasLimit: message.gasLimit === 0n || isFree ? BLOCK_GAS_LIMIT : message.gasLimit,
    };
    const sizeBytes = onChainBytes(tried);
    const charged = isFree ? 0n : baseFee;
    const result = executeMessage(draft, tried, sizeBytes, charged, { epoch, messageCid: undefined });
    return { ...result, cid: messageCid(tried), message: tried, sizeBytes, baseFee: charged };
  }

  /** As StateCall does: on the parent state of a tipset, from any actor, without fees. */
  function call(message: Message, tipset: TipsetNode): Invocation {
    const state = scratchBefore(chain, tipset);
    const sender = actorAt(state, message.from);
    if (sender === undefined) {
      const text = addressJson(message.from);
      throw new RpcError(`call raw get actor: resolution lookup failed (${text}): resolve address ${text}: actor not found`);
    }
    const tried: Message = { ...message, nonce: sender.nonce, gasLimit: message.gasLimit === 0n ? BLOCK_GAS_LIMIT : message.gasLimit };
    const sizeBytes = onChainBytes(tried);
    const result = executeImplicitly(new StateDraft(state), tried, sizeBytes, { epoch: tipset.height, messageCid: undefined });
    return { ...result, cid: messageCid(tried), message: tried, sizeBytes, baseFee: undefined };
  }

  /** As a node estimates: after what the sender has waiting in the pool. */
  function afterPending(from: Address, state: State, baseFee: bigint, epoch: number): StateDraft {
    const draft = new StateDraft(state);
    const sender = actorAt(state, from);
    const key = sender === undefined ? undefined : keyAddressOf(state, sender);
    for (const { signed, bytes } of chain.pool.pendingOf(key ?? from)) {
      if (signed.message.nonce !== actorAt(draft.state, from)?.nonce) break;
      executeMessage(draft, signed.message, bytes.length, baseFee, { epoch, messageCid: undefined });
    }
    return draft;
  }

  /** The message as it ran in its tipset, by running the tipset once more up to it. */
  function replay(tipset: TipsetNode, cid: Cid): Invocation {
    const replayed = replayMessage(tipset, scratchBefore(chain, tipset), cid, chain.random);
    if (replayed === undefined) throw new RpcError(`failed to replay message: given message not found in tipset`);
    const { message, result } = replayed;
    return {
      ...result,
      cid: message.cid,
      message: message.signed.message,
      sizeBytes: message.bytes.length,
      baseFee: tipset.baseFee,
    };
  }

  function atHead(key: readonly Parameters<typeof tipsetAt>[1][number][]) {
    const tipset = tipsetAt(chain, key);
    // Lotus estimates by the base fee of the tipset itself, not by that of the next one.
    return { tipset, state: stateAfter(chain, tipset), baseFee: tipset.baseFee };
  }

  function gasLimitOf(loose: LooseMessage, key: Parameters<typeof tipsetAt>[1]): bigint {
    const message = withAddresses(loose);
    const { tipset, state, baseFee } = atHead([...key]);
    const free = { ...message, gasLimit: 0n, gasFeeCap: attoFil(0n), gasPremium: attoFil(0n) };
    const result = simulate(free, afterPending(message.from, state, baseFee, tipset.height + 1), 0n, tipset.height + 1);
    const { exitCode, gasUsed } = result.receipt;
    if (exitCode === EXIT.outOfGas) throw new RpcError('call ran out of gas', OUT_OF_GAS_CODE);
    if (exitCode !== EXIT.ok) {
      throw new RpcError(
        `message execution failed (exit=[${exitCode}], revert reason=[none], vm error=[${result.error}])`,
        REVERTED_CODE,
        '0x',
      );
    }
    return gasUsed;
  }

  const premiumFor = (blocks: number): bigint => (blocks <= 1 ? 2n * BASE_PREMIUM : blocks === 2 ? (3n * BASE_PREMIUM) / 2n : BASE_PREMIUM);
  const feeCapFor = (baseFee: bigint, premium: bigint): bigint => (baseFee * FEE_HEADROOM_THOUSANDTHS) / 1000n + premium;

  table
    .read('GasEstimateGasLimit', [messageParameter, tipsetKeyParameter], ([message, key]) => gasLimitOf(message, key))
    .read('GasEstimateGasPremium', [uint64Parameter, addressParameter, int64Parameter, tipsetKeyParameter], ([blocks]) =>
      amountJson(premiumFor(blocks)),
    )
    .read('GasEstimateFeeCap', [messageParameter, int64Parameter, tipsetKeyParameter], ([message, , key]) =>
      amountJson(feeCapFor(atHead([...key]).baseFee, message.gasPremium)),
    )
    .read('GasEstimateMessageGas', [messageParameter, sendSpecParameter, tipsetKeyParameter], ([loose, spec, key]) => {
      const message = withAddresses(loose);
      const limit = message.gasLimit === 0n ? (gasLimitOf(loose, key) * LIMIT_NUMERATOR) / 100n : message.gasLimit;
      const gasLimit = limit < BLOCK_GAS_LIMIT ? limit : BLOCK_GAS_LIMIT;
      let gasPremium: bigint = message.gasPremium === 0n ? premiumFor(10) : message.gasPremium;
      let gasFeeCap: bigint = message.gasFeeCap === 0n ? feeCapFor(atHead([...key]).baseFee, gasPremium) : message.gasFeeCap;
      const maxFee = spec === undefined || spec.maxFee === 0n ? DEFAULT_MAX_FEE : spec.maxFee;
      if (spec?.isCapMaximized === true || gasFeeCap * gasLimit > maxFee) gasFeeCap = maxFee / gasLimit;
      if (gasPremium > gasFeeCap) gasPremium = gasFeeCap;
      const filled = { ...message, gasLimit, gasFeeCap: attoFil(gasFeeCap), gasPremium: attoFil(gasPremium) };
      return messageJson(filled);
    })
    .read('StateCall', [messageParameter, tipsetKeyParameter], ([loose, key]) => {
      const message = withAddresses(loose);
      return invocationJson(call(message, tipsetAt(chain, key)));
    })
    .read('StateReplay', [tipsetKeyParameter, cidParameter], ([key, cid]) => {
      if (key.length > 0) return invocationJson(replay(tipsetAt(chain, key), cid));
      const message = chain.store.message(cid);
      const inclusion = message && chain.store.inclusionOf(message);
      // What the head carries has not run yet.
      if (inclusion === undefined || inclusion === chain.head)
        throw new RpcError(`searching for msg ${cid}: could not find message on the chain`);
      return invocationJson(replay(inclusion, cid));
    });
}

function senderMissing(from: Address): RpcError {
  const text = addressJson(from);
  return new RpcError(
    `estimating gas used: getting key address: resolution lookup failed (${text}): resolve address ${text}: actor not found`,
  );
}
