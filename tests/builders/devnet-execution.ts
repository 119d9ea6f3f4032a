import { FAUCET, genesisState } from '../../electron/devnet/chain/genesis.ts';
import { DevnetKeys } from '../../electron/devnet/chain/keys.ts';
import { SeededRandom } from '../../electron/devnet/chain/seeded-random.ts';
import { keyAddressOf } from '../../electron/devnet/state/addresses.ts';
import { MemoryBlocks } from '../../electron/devnet/state/blocks.ts';
import type { State } from '../../electron/devnet/state/state.ts';
import { StateDraft } from '../../electron/devnet/state/state-draft.ts';
import { type NetworkRules, UPGRADED_FROM_START } from '../../electron/devnet/upgrade/network-rules.ts';
import { type ExecutionResult, executeMessage } from '../../electron/devnet/vm/execute-message.ts';
import { type Address, idAddress } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { type CborValue, decodeCbor, encodeCbor } from '../../shared/domain/encoding/cbor.ts';

export interface TriedCall {
  readonly method?: bigint;
  readonly params?: CborValue;
  readonly value?: bigint;
}

interface Genesis {
  readonly random: SeededRandom;
  readonly keys: DevnetKeys;
  readonly genesis: State;
}

/** States are immutable, so each is created once. */
const known = new Map<string, Genesis>();

/** Network version 29 from the start, or 28 without an upgrade. */
export const RULES_OF_29: NetworkRules = { upgradeEpoch: UPGRADED_FROM_START, streams: 'one' };
export const RULES_OF_28: NetworkRules = { upgradeEpoch: 1_000_000, streams: 'one' };

/** A genesis state in memory, with the keys of its accounts. */
export function devnetGenesis(seed: string, rules: NetworkRules = RULES_OF_29): Genesis {
  const name = `${seed} ${rules.upgradeEpoch} ${rules.streams}`;
  let made = known.get(name);
  if (made === undefined) {
    const random = new SeededRandom(seed);
    const keys = new DevnetKeys(random);
    made = { random, keys, genesis: genesisState({ blocks: new MemoryBlocks(), random, keys, genesisTime: 1_700_000_000, rules }) };
    known.set(name, made);
  }
  return made;
}

/** Total balance of all actors. */
export const totalBalance = (state: State): bigint => state.allActors().reduce((sum, { balance }) => sum + balance, 0n);

/** Executes messages one by one on the embedded node's genesis state, without a chain. */
export class DevnetExecution {
  readonly keys: DevnetKeys;
  readonly genesis: State;
  readonly draft: StateDraft;
  epoch = 5;

  constructor(seed: string, rules: NetworkRules = RULES_OF_29) {
    const { keys, genesis } = devnetGenesis(seed, rules);
    this.keys = keys;
    this.genesis = genesis;
    this.draft = new StateDraft(this.genesis);
  }

  /** ID of one of the node's own accounts, or of a newly funded one. */
  account(name: string): number {
    const { address } = this.keys.get(name);
    const known = this.draft.resolve(address);
    if (known !== undefined) return known;
    this.send(this.account(FAUCET), address, { value: 10n ** 20n });
    return this.draft.resolve(address) ?? -1;
  }

  /** Execute a message with enough gas; the sender is an account ID. */
  send(from: number, to: Address | number, { method = 0n, params, value = 0n }: TriedCall = {}): ExecutionResult {
    const actor = this.draft.actor(from);
    const message = {
      version: 0 as const,
      from: (actor && keyAddressOf(this.draft.state, actor)) ?? idAddress(from),
      to: typeof to === 'number' ? idAddress(to) : to,
      nonce: actor?.nonce ?? 0n,
      value: attoFil(value),
      gasLimit: 100_000_000n,
      gasFeeCap: attoFil(1_000n),
      gasPremium: attoFil(10n),
      method,
      params: params === undefined ? new Uint8Array() : encodeCbor(params),
    };
    return executeMessage(this.draft, message, 200, 100n, { epoch: this.epoch, messageCid: undefined });
  }

  balance(id: number): bigint {
    return this.draft.actor(id)?.balance ?? 0n;
  }

  total(): bigint {
    return totalBalance(this.draft.state);
  }
}

/** Decode the return value of a call. */
export const returnOf = ({ receipt }: ExecutionResult): unknown => decodeCbor(receipt.returned);
