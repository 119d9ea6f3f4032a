/** What the practice chain executes is what the domain reads: parameters and returns of every message fit their method. */
import { expect, it } from 'vitest';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { base64ToBytes } from '../../../shared/domain/encoding/bytes.ts';
import { actorTypeFromCode } from '../../../shared/domain/methods/actor-code.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import { decodeParams, decodeReturn } from '../../../shared/domain/methods/method-decode.ts';
import { parseNodeMessage } from '../../../shared/validation/node/message.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

const EPOCHS = 400;

it('parameters and returns of every message on the practice chain are typed', async () => {
  const node = await startDevnet({ seed: 'decoded', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 15 });
  try {
    await control(node, 'advance', { epochs: EPOCHS });
    const seen = new Set<string>();
    let tipset = await resultOf<TipsetJson>(node, 'ChainHead');
    while (tipset.Height > 0) {
      const [cid] = tipset.Cids;
      const messages = (await resultOf<{ Message: { To: string } }[] | null>(node, 'ChainGetParentMessages', [cid])) ?? [];
      const receipts = (await resultOf<{ ExitCode: number; Return: string | null }[] | null>(node, 'ChainGetParentReceipts', [cid])) ?? [];
      for (const [index, { Message }] of messages.entries()) {
        const message = parseNodeMessage(Message);
        const receipt = receipts[index];
        const actor = await resultOf<{ Code: { '/': string } }>(node, 'StateGetActor', [Message.To, null]);
        const type = actorTypeFromCode(actor.Code['/']);
        const name = `${type} ${methodName(type, message.method)}`;
        seen.add(name);
        expect(decodeParams(type, message.method, message.params).form, `parameters of ${name}`).toBe('typed');
        const returned = decodeReturn(type, message.method, base64ToBytes(receipt?.Return ?? ''), {
          params: message.params,
          exitCode: receipt?.ExitCode,
        });
        if (receipt?.ExitCode === 0) expect(returned.form, `return value of ${name}`).toBe('typed');
      }
      tipset = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [tipset.Blocks[0]?.Parents]);
    }
    expect([...seen].sort()).toEqual([
      'account Send',
      'storagemarket PublishStorageDeals',
      'storageminer DeclareFaultsRecovered',
      'storageminer PreCommitSectorBatch2',
      'storageminer ProveCommitSectors3',
      'storageminer SubmitWindowedPoSt',
      'storageminer TerminateSectors',
    ]);
  } finally {
    await node.stop();
  }
});
