import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { genesisTipset } from '../../../../../electron/devnet/chain/genesis.ts';
import { SeededRandom } from '../../../../../electron/devnet/chain/seeded-random.ts';
import { readSnapshot, writeSnapshot } from '../../../../../electron/devnet/store/snapshot.ts';
import { idAddress } from '../../../../../shared/domain/address.ts';
import { DevnetExecution } from '../../../../builders/devnet-execution.ts';
import { temporaryFolder } from '../../../../builders/temporary-folder.ts';

it('a snapshot keeps multisigs with what waits in them, DataCap and the roles of a miner', async () => {
  const { draft } = new DevnetExecution('snapshot');
  const pending = [{ id: 4, to: idAddress(100), value: 9n, method: 2n, params: Uint8Array.of(1), approved: [100] }];
  const multisig = {
    id: 2000,
    signers: [100, 101],
    threshold: 2,
    nextTransactionId: 5,
    initialBalance: 7n,
    startEpoch: 1,
    unlockDuration: 3,
    pending,
  };
  draft.putMultisig(multisig);
  draft.putVerifier(101, 5n);
  draft.putDataCap(102, 6n);
  const miner = draft.miner(1001);
  if (miner === undefined) throw new Error('the miner of the genesis is missing');
  const pendingBeneficiary = { beneficiary: 100, quota: 3n, expiration: 9, isApprovedByBeneficiary: true, isApprovedByNominee: false };
  draft.putMiner({ ...miner, pendingOwner: 100, pendingWorker: { worker: 101, effectiveAt: 900 }, pendingBeneficiary });
  const state = draft.finish(0);

  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const file = path.join(folder.path, 'state.snapshot');
  writeSnapshot(file, genesisTipset(state, 1_700_000_000, new SeededRandom('snapshot')));
  const read = readSnapshot(file)?.parentState;
  expect(read?.multisigs.get(2000)).toEqual(multisig);
  expect([read?.verifiers.get(101), read?.dataCaps.get(102)]).toEqual([5n, 6n]);
  expect(read?.miners.get(1001)).toMatchObject({
    owner: miner.owner,
    controls: miner.controls,
    pendingOwner: 100,
    pendingWorker: { worker: 101, effectiveAt: 900 },
    pendingBeneficiary,
  });
  expect(read?.root).toBe(state.root);
});
