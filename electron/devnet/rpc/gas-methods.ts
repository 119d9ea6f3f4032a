import type { Address } from '../../../shared/domain/address.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import { BLOCK_GAS_LIMIT, feeBreakdown } from '../../../shared/domain/gas.ts';
import { encodeMessage, type Message, messageCid } from '../../../shared/domain/message.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import { type ExecutionResult, executeMessage } from '../state/execute-message.ts';
import { EXIT } from '../state/exit.ts';
import type { State } from '../state/state.ts';
import { StateDraft } from '../state/state-draft.ts';
import { addressJson, amountJson, bytesJson, cidJson, messageJson, receiptJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { withAddresses } from './mpool-methods.ts';
import {
  addressParameter,
  int64Parameter,
  type LooseMessage,
  messageParameter,
  sendSpecParameter,
  tipsetKeyParameter,
  uint64Parameter,
} from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, tipsetAt } from './tipset-lookup.ts';

const OUT_OF_GAS_CODE = 2;
const REVERTED_CODE = 3;
/** A secp256k1 signature and the CBOR around it: what a message grows by when it is signed. */
const SIGNATURE_BYTES = 68;
const LIMIT_NUMERATOR = 125n;
const DEFAULT_MAX_FEE = 70_000_000_000_000_000n;
const BASE_PREMIUM = 100_000n;
/** 1.125^20, in thousandths: how far the base fee can rise within 20 blocks. */
const FEE_HEADROOM_THOUSANDTHS = 10_545n;

interface Simulation extends ExecutionResult {
  readonly message: Message;
  readonly baseFee: bigint;
}

/** Gas estimation and StateCall: messages tried on a copy of the state. */
export function addGasMethods(table: MethodTableBuilder, chain: DevnetChain): void {
  /** Runs a message on top of a tipset as its sender's next one. Gas fields that are zero cost nothing. */
  function simulate(message: Message, state: State, baseFee: bigint, epoch: number): Simulation {
    const sender = actorAt(state, message.from);
    if (sender === undefined) throw senderMissing(message.from);
    const isFree = message.gasFeeCap === 0n;
    const tried: Message = {
      ...message,
      nonce: sender.nonce,
      gasLimit: message.gasLimit === 0n || isFree ? BLOCK_GAS_LIMIT : message.gasLimit,
    };
    const draft = new StateDraft(state);
    const result = executeMessage(draft, tried, encodeMessage(tried).length + SIGNATURE_BYTES, isFree ? 0n : baseFee, {
      epoch,
      messageCid: undefined,
    });
    return { ...result, message: tried, baseFee };
  }

  function atHead(key: readonly Parameters<typeof tipsetAt>[1][number][]) {
    const tipset = tipsetAt(chain, key);
    const execution = chain.executionOf(tipset);
    return { tipset, state: execution.state, baseFee: execution.nextBaseFee };
  }

  function gasLimitOf(loose: LooseMessage, key: Parameters<typeof tipsetAt>[1]): bigint {
    const message = withAddresses(loose);
    const { tipset, state, baseFee } = atHead([...key]);
    const free = { ...message, gasLimit: 0n, gasFeeCap: attoFil(0n), gasPremium: attoFil(0n) };
    const result = simulate(free, state, baseFee, tipset.height + 1);
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
      const tipset = tipsetAt(chain, key);
      return invocationJson(simulate(message, tipset.parentState, tipset.baseFee, tipset.height));
    });
}

function senderMissing(from: Address): RpcError {
  const text = addressJson(from);
  return new RpcError(
    `estimating gas used: getting key address: resolution lookup failed (${text}): resolve address ${text}: actor not found`,
  );
}

function invocationJson({ message, receipt, error, baseFee }: Simulation): JsonValue {
  const cid = messageCid(message);
  const { gasLimit, gasFeeCap, gasPremium } = message;
  const isFree = gasFeeCap === 0n;
  const fees = feeBreakdown({ gasLimit, gasFeeCap, gasPremium, gasUsed: receipt.gasUsed, baseFee: isFree ? 0n : baseFee });
  return {
    MsgCid: cidJson(cid),
    Msg: messageJson(message),
    MsgRct: receiptJson(receipt),
    GasCost: {
      Message: cidJson(cid),
      GasUsed: amountJson(receipt.gasUsed),
      BaseFeeBurn: amountJson(fees.baseFeeBurn),
      OverEstimationBurn: amountJson(fees.overEstimationBurn),
      MinerPenalty: amountJson(fees.minerPenalty),
      MinerTip: amountJson(fees.minerTip),
      Refund: amountJson(fees.refund),
      TotalCost: amountJson(fees.baseFeeBurn + fees.overEstimationBurn + fees.minerTip),
    },
    ExecutionTrace: {
      Msg: {
        From: addressJson(message.from),
        To: addressJson(message.to),
        Value: amountJson(message.value),
        Method: message.method,
        Params: bytesJson(message.params),
        ParamsCodec: message.params.length === 0 ? 0 : 0x51,
        GasLimit: gasLimit,
        ReadOnly: false,
      },
      MsgRct: { ExitCode: receipt.exitCode, Return: bytesJson(receipt.returned), ReturnCodec: receipt.returned.length === 0 ? 0 : 0x51 },
      InvokedActor: null,
      GasCharges: [],
      Subcalls: null,
    },
    Error: error,
    Duration: 1_000_000,
  };
}
