import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAUCET } from '../../../../../electron/devnet/chain/genesis.ts';
import { MINER } from '../../../../../electron/devnet/miners/miner-view.ts';
import { INIT } from '../../../../../electron/devnet/state/init-view.ts';
import { INIT_ID } from '../../../../../electron/devnet/state/state.ts';
import { StateDraft } from '../../../../../electron/devnet/state/state-draft.ts';
import { executeMessage } from '../../../../../electron/devnet/vm/execute-message.ts';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import type { Message } from '../../../../../shared/domain/messages/message.ts';
import { devnetGenesis, totalBalance } from '../../../../builders/devnet-execution.ts';

const { keys, genesis } = devnetGenesis('execute');
const sender = keys.get(FAUCET).address;
const stranger = keys.get('nobody yet').address;

function message(change: Partial<Message> = {}): Message {
  return {
    version: 0,
    to: stranger,
    from: sender,
    nonce: 0n,
    value: attoFil(5n),
    gasLimit: 3_000_000n,
    gasFeeCap: attoFil(1_000_000n),
    gasPremium: attoFil(1_000n),
    method: 0n,
    params: new Uint8Array(),
    ...change,
  };
}

const run = (draft: StateDraft, change: Partial<Message> = {}, baseFee = 500n) =>
  executeMessage(draft, message(change), 160, baseFee, { epoch: 5, messageCid: undefined });

describe('executeMessage', () => {
  it('creates an account for a key that receives for the first time, under the next ID', () => {
    const draft = new StateDraft(genesis);
    expect(run(draft).receipt.exitCode).toBe(0);
    const { nextId } = genesis.read(INIT, INIT_ID);
    expect(draft.resolve(stranger)).toBe(nextId);
    expect(draft.actor(nextId)).toMatchObject({ kind: 'account', balance: 5n, nonce: 0n });
  });

  it('leaves a failed message without effect but for its fee and nonce', () => {
    const draft = new StateDraft(genesis);
    const result = run(draft, { to: idAddress(1000), method: 5n, params: Uint8Array.of(0xff), gasLimit: 30_000_000n });
    expect(result.receipt.exitCode).toBe(18);
    expect(draft.read(MINER, 1000)).toBe(genesis.read(MINER, 1000));
    const id = draft.resolve(sender) ?? -1;
    expect(draft.actor(id)?.nonce).toBe(1n);
    expect(draft.actor(id)?.balance).toBeLessThan(genesis.actor(id)?.balance ?? 0n);
  });

  it.each([
    ['a sender that is not there', { from: stranger }, 1],
    ['a wrong nonce', { nonce: 4n }, 2],
    ['gas that cannot be reserved', { gasFeeCap: attoFil(10n ** 24n), gasLimit: 9_000_000_000n }, 2],
    ['an ID that is not there', { to: idAddress(999_999) }, 5],
    ['a value that is not there', { value: attoFil(10n ** 30n) }, 6],
    ['too little gas', { gasLimit: 300_000n }, 7],
    ['a method that nobody handles', { to: idAddress(5), method: 99n, gasLimit: 20_000_000n }, 22],
    ['parameters that are no CBOR', { to: idAddress(5), method: 4n, params: Uint8Array.of(0xff), gasLimit: 60_000_000n }, 21],
  ])('%s', (_name, change, exitCode) => {
    expect(run(new StateDraft(genesis), change).receipt.exitCode).toBe(exitCode);
  });

  it('keeps the sum of all balances, with the tip still in the reward actor', () => {
    fc.assert(
      fc.property(
        fc.record({
          value: fc.bigInt({ min: 0n, max: 10n ** 28n }),
          gasLimit: fc.bigInt({ min: 1n, max: 10_000_000_000n }),
          gasFeeCap: fc.bigInt({ min: 0n, max: 10n ** 16n }),
          premiumShare: fc.integer({ min: 0, max: 100 }),
          baseFee: fc.bigInt({ min: 100n, max: 10n ** 12n }),
          method: fc.constantFrom(0n, 2n, 4n, 5n, 28n, 3_844_450_837n),
          to: fc.constantFrom(stranger, sender, idAddress(5), idAddress(1000), idAddress(99)),
          params: fc.uint8Array({ maxLength: 40 }),
        }),
        ({ premiumShare, baseFee, ...fields }) => {
          const draft = new StateDraft(genesis);
          const result = executeMessage(
            draft,
            message({
              ...fields,
              value: attoFil(fields.value),
              gasFeeCap: attoFil(fields.gasFeeCap),
              gasPremium: attoFil((fields.gasFeeCap * BigInt(premiumShare)) / 100n),
            }),
            200,
            baseFee,
            { epoch: 5, messageCid: undefined },
          );
          expect(totalBalance(draft.state)).toBe(totalBalance(genesis));
          expect(result.minerTip).toBeGreaterThanOrEqual(0n);
          for (const actor of draft.state.allActors()) expect(actor.balance).toBeGreaterThanOrEqual(0n);
        },
      ),
      { numRuns: 150 },
    );
  });
});
