/** The calls that a message makes or asks for, at every depth, and the funds that they move. */
import type { ActorType } from './actor-type.ts';
import type { Address } from './address.ts';
import { type AttoFil, attoFil } from './amount.ts';
import type { Decoded, DecodedCall, DecodedField, DecodedValue } from './decoded-value.ts';

/** One call: the message itself, or a call inside of the parameters of another. */
export interface MessageCall {
  /** 0 for the message itself. */
  readonly depth: number;
  /** Who calls: the sender, or the actor that the call around this one goes to. */
  readonly from: Address;
  /** Undefined for an actor that the call is about to make. */
  readonly to?: Address;
  readonly actorType?: ActorType;
  readonly method: bigint;
  readonly methodName?: string;
  /** attoFIL. */
  readonly value: AttoFil;
  readonly params: Decoded;
}

/** Funds that leave somebody if a call is carried out. */
export interface FundMove {
  readonly depth: number;
  /**
   * `value`: sent along with a call. The others are withdrawals, of at most what is available: from a miner, to its beneficiary; from
   * a balance in the storage market, to whom it belongs.
   */
  readonly kind: 'value' | 'miner-withdrawal' | 'market-withdrawal';
  /** attoFIL, above zero. */
  readonly amount: AttoFil;
  /** The account, miner or market balance that has less afterwards. */
  readonly from: Address;
  /** Undefined for withdrawals, and for an actor that does not exist yet. */
  readonly to?: Address;
}

/** A call inside of parameters, with the attoFIL that go along with it. */
export interface InnerCall extends DecodedCall {
  readonly value: AttoFil;
}

/** The calls that stand directly in decoded parameters, in their order. Never throws. */
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
        // What a proposal sends along is a field beside its parameters.
        found.push({ ...value, value: amountIn(siblings, 'Value') ?? attoFil(0n) });
        return;
      default:
        return;
    }
  }
}

/** The calls that stand directly in the parameters of a call, in their order. Never throws. */
export function callsWithin({ depth, from, to, params }: Pick<MessageCall, 'depth' | 'from' | 'to' | 'params'>): MessageCall[] {
  return innerCalls(params.value).map(({ kind: _, ...call }) => ({ ...call, depth: depth + 1, from: to ?? from }));
}

/**
 * What the calls move, in their order. Withdrawals are those of storage miners and of the storage market; tokens of contracts are not
 * funds of the chain. Source: builtin-actors, actors/miner/src/lib.rs and actors/market/src/lib.rs `withdraw_balance`.
 */
export function fundMoves(calls: readonly MessageCall[]): FundMove[] {
  return calls.flatMap((call) => {
    const { depth, from, to, value } = call;
    const sent: FundMove[] = value > 0n ? [{ depth, kind: 'value', amount: value, from, ...(to === undefined ? {} : { to }) }] : [];
    const withdrawn = withdrawalOf(call);
    return withdrawn === undefined ? sent : [...sent, withdrawn];
  });
}

/** Methods of storage miners that change what their sectors have pledged, for good (builtin-actors, actors/miner/src/lib.rs). */
const PLEDGE_CHANGES = { UpgradeSectorQuality: 'locks', TerminateSectors: 'burns' } as const;
/** What a call does to the pledge of a miner for good: it locks more of it, or burns what is locked. */
export type PledgeChange = (typeof PLEDGE_CHANGES)[keyof typeof PLEDGE_CHANGES];

/** What a call does to the pledge of a miner, which is no move of funds of the sender; undefined for every other call. */
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
