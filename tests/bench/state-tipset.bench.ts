/**
 * Time for the embedded node to execute a tipset of 500 transfers between 500 accounts, compared with mainnet's block time. Signatures
 * are verified earlier, when messages are pushed. Each round has a new chain.
 */

import { FAUCET } from '../../electron/devnet/chain/genesis.ts';
import { uniqueMessages } from '../../electron/devnet/chain/unique-messages.ts';
import { openChain } from '../../electron/devnet/open-chain.ts';
import { FIL } from '../../shared/domain/amounts/amount.ts';
import { median, report } from './lib/report.ts';

const TRANSFERS = 500;
const ROUNDS = 5;
const BLOCK_TIME_MS = 30_000;
/** Above the node's own traffic, so that these are selected first. */
const GAS = { gasLimit: 5_000_000n, gasFeeCap: 2_000_000_000n, gasPremium: 1_000_000_000n, method: 0n, params: new Uint8Array() };

const taken: number[] = [];
const executed: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const { chain, log } = openChain({ seed: `bench ${round}`, historyEpochs: 20 });
  const accounts = Array.from({ length: TRANSFERS }, (_, index) => chain.keys.get(`bench-account-${index}`));
  const nonceOf = (address: (typeof accounts)[number]['address']) =>
    chain.pool.nextNonce(address, chain.stateOf(chain.executionOf(chain.head).state));

  const faucet = chain.keys.get(FAUCET);
  const first = nonceOf(faucet.address);
  accounts.forEach(({ address }, index) => {
    chain.take(chain.keys.sign(faucet, { ...GAS, to: address, nonce: first + BigInt(index), value: FIL }));
  });
  const isHere = (index: number) => {
    const address = accounts[index]?.address;
    return address !== undefined && chain.stateOf(chain.executionOf(chain.head).state).resolve(address) !== undefined;
  };
  while (!accounts.every((_, index) => isHere(index))) chain.advance();

  const ours = new Set(
    accounts.map((account, index) => {
      const to = accounts[(index + 1) % TRANSFERS]?.address ?? account.address;
      return chain.take(chain.keys.sign(account, { ...GAS, to, nonce: nonceOf(account.address), value: 1_000n }));
    }),
  );
  const carried = () => uniqueMessages(chain.head.blocks).filter(({ message }) => ours.has(message.cid)).length;
  while (carried() < TRANSFERS) chain.advance();
  const { head } = chain;
  if (head.execution !== undefined) throw new Error('The tipset was run before it was measured.');

  const startedAt = performance.now();
  const execution = chain.executionOf(head);
  taken.push(performance.now() - startedAt);
  const failed = execution.executed.filter(({ message, receipt }) => ours.has(message.cid) && receipt.exitCode !== 0);
  if (failed.length > 0) throw new Error(`${failed.length} transfers failed.`);
  executed.push(execution.executed.length);
  log.close();
}

report({
  bench: 'embedded node, a tipset of 500 transfers on the state tree',
  unit: 'ms',
  measured: median(taken),
  baseline: { name: 'the block time', value: BLOCK_TIME_MS },
  ratio: median(taken) / BLOCK_TIME_MS,
  aim: '<= 0.05 x',
  note: `${median(executed)} messages with the node's own traffic; the slowest of ${ROUNDS} took ${Math.max(...taken).toFixed(0)} ms`,
});
