/** The calls that a message makes or proposes, at any depth, and the funds that they move. */
import type { Address } from '../addresses/address.ts';
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import type { Decoded, DecodedCall, DecodedField, DecodedValue } from '../encoding/decoded-value.ts';
import type { ActorType } from '../methods/actor-type.ts';

/** One call: the message itself, or a call inside the parameters of another. */
export interface MessageCall {
  /** 0 for the message itself. */
  readonly depth: number;
  /** The caller: the sender, or the receiver of the enclosing call. */
  readonly from: Address;
  /** Undefined for an actor that the call creates. */
  readonly to?: Address;
  readonly actorType?: ActorType;
  readonly method: bigint;
  readonly methodName?: string;
  /** attoFIL. */
  readonly value: AttoFil;
  readonly params: Decoded;
}

/** A transfer of funds by a call. */
export interface FundMove {
  readonly depth: number;
  /**
   * `value`: sent with a call. The others are withdrawals, limited to the available balance: from a miner to its beneficiary, or from
   * a storage market balance to its owner.
   */
  readonly kind: 'value' | 'miner-withdrawal' | 'market-withdrawal';
  /** attoFIL, greater than zero. */
  readonly amount: AttoFil;
  /** The account, miner or market balance that is debited. */
  readonly from: Address;
  /** Undefined for withdrawals, and for an actor that does not exist yet. */
  readonly to?: Address;
}

/** A call inside parameters, with the attoFIL sent with it. */
export interface InnerCall extends DecodedCall {
  readonly value: AttoFil;
}

/** Return the direct calls in decoded parameters, in order. Never throws. */
export function innerCalls(params: DecodedValue): InnerCall[] {
  const found: InnerCall[] = [];
  visit(params, []);
  return found;

  function visit(value: DecodedValue, siblings: readonly DecodedField[]): void {
    switch (value.kind) {
      case 'record':
        for (const field of value.fields) visit(field.value, value.fields);
        return;
      case 'list':
        for (const item of value.items) visit(item, []);
        return;
      case 'embedded':
        visit(value.value, []);
        return;
      case 'call':
        // The value of a proposal is a field beside its parameters.
        found.push({ ...value, value: amountIn(siblings, 'Value') ?? attoFil(0n) });
        return;
      default:
        return;
    }
  }
}

/** Return the direct calls in the parameters of a call, in order. Never throws. */
export function callsWithin({ depth, from, to, params }: Pick<MessageCall, 'depth' | 'from' | 'to' | 'params'>): MessageCall[] {
  return innerCalls(params.value).map(({ kind: _, ...call }) => ({ ...call, depth: depth + 1, from: to ?? from }));
}

/**
 * Return the transfers of calls, in order. Withdrawals are those of storage miners and the storage market; contract tokens are not
 * included. Source: builtin-actors, actors/miner/src/lib.rs and actors/market/src/lib.rs `withdraw_balance`.
 */
export function fundMoves(calls: readonly MessageCall[]): FundMove[] {
  return calls.flatMap((call) => {
    const { depth, from, to, value } = call;
    const sent: FundMove[] = value > 0n ? [{ depth, kind: 'value', amount: value, from, ...(to === undefined ? {} : { to }) }] : [];
    const withdrawn = withdrawalOf(call);
    return withdrawn === undefined ? sent : [...sent, withdrawn];
  });
}

/** Methods of storage miners that permanently change the pledge of sectors (builtin-actors, actors/miner/src/lib.rs). */
const PLEDGE_CHANGES = { UpgradeSectorQuality: 'locks', TerminateSectors: 'burns' } as const;
/** Permanent change of a miner's pledge: locks more, or burns some of it. */
export type PledgeChange = (typeof PLEDGE_CHANGES)[keyof typeof PLEDGE_CHANGES];

/** Return a call's change of a miner's pledge, which does not move the sender's funds; undefined for other calls. */
export function pledgeChange({ actorType, methodName = '' }: Pick<MessageCall, 'actorType' | 'methodName'>): PledgeChange | undefined {
  if (actorType !== 'storageminer' || !Object.hasOwn(PLEDGE_CHANGES, methodName)) return undefined;
  return PLEDGE_CHANGES[methodName as keyof typeof PLEDGE_CHANGES];
}

function withdrawalOf({ depth, to, actorType, methodName, params }: MessageCall): FundMove | undefined {
  if (methodName !== 'WithdrawBalance' || to === undefined || params.value.kind !== 'record') return undefined;
  const { fields } = params.value;
  const isMiner = actorType === 'storageminer';
  const amount = amountIn(fields, isMiner ? 'AmountRequested' : 'Amount');
  if (amount === undefined || amount <= 0n) return undefined;
  if (isMiner) return { depth, kind: 'miner-withdrawal', amount, from: to };
  const owner = fields.find(({ name }) => name === 'ProviderOrClientAddress')?.value;
  return owner?.kind === 'address' ? { depth, kind: 'market-withdrawal', amount, from: owner.value } : undefined;
}

function amountIn(fields: readonly DecodedField[], wanted: string): AttoFil | undefined {
  const value = fields.find(({ name }) => name === wanted)?.value;
  return value?.kind === 'amount' ? value.value : undefined;
}
