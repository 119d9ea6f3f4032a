/** What blocks were paid, against the award messages of recorded traces: the network's own account of it. */
import { expect, it } from 'vitest';
import { PENALTY_MULTIPLIER, tipsOfBlocks } from '../../../../../electron/services/chain/block-reward.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { base64ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { decodeBigIntBytes, decodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

interface Recorded {
  readonly MsgCid: { readonly '/': string };
  readonly Msg: {
    readonly From: string;
    readonly To: string;
    readonly GasLimit: number;
    readonly GasFeeCap: string;
    readonly GasPremium: string;
    readonly Params: string;
  };
  readonly MsgRct: { readonly GasUsed: number };
}

interface Tipset {
  readonly Cids: readonly { readonly '/': string }[];
  readonly Blocks: readonly { readonly ParentBaseFee: string }[];
}

const files = listSharedFiles('chain/block-messages');

it('each block of a recorded tipset is paid the tips that the network awarded it', () => {
  let blockCount = 0;
  let paidCount = 0;
  for (const file of files) {
    const tipset = readSharedJson<Tipset>(`chain/tipsets/${file.replace('.gz', '')}`);
    const carriers = readSharedJson<Record<string, string[]>>(`chain/block-messages/${file}`);
    const { Trace } = readSharedJson<{ Trace: Recorded[] }>(`chain/messages/${file}`);
    const carried = tipset.Cids.map(({ '/': block }) =>
      Trace.map(({ MsgCid }) => MsgCid['/']).filter((cid) => carriers[cid]?.includes(block)),
    );
    const executed = Trace.filter(({ Msg }) => Msg.From !== 'f00').map(({ MsgCid, Msg, MsgRct }) => ({
      cid: MsgCid['/'],
      message: {
        gasLimit: BigInt(Msg.GasLimit),
        gasFeeCap: attoFil(BigInt(Msg.GasFeeCap)),
        gasPremium: attoFil(BigInt(Msg.GasPremium)),
      },
      gasUsed: BigInt(MsgRct.GasUsed),
    }));
    const tips = tipsOfBlocks(carried, executed, BigInt(tipset.Blocks[0]?.ParentBaseFee ?? '0'));
    // AwardBlockReward: miner, penalty, gas reward, win count, in the order of the blocks.
    const awards = Trace.filter(({ Msg }) => Msg.From === 'f00' && Msg.To === 'f02').map(({ Msg }) => {
      const [, penalty, gasReward] = decodeCbor(base64ToBytes(Msg.Params)) as [Uint8Array, Uint8Array, Uint8Array, number];
      return { tips: decodeBigIntBytes(gasReward), penalty: decodeBigIntBytes(penalty) * PENALTY_MULTIPLIER };
    });
    expect(awards).toHaveLength(tipset.Cids.length);
    expect(tips.map(({ tips: sum, penalty }) => ({ tips: sum, penalty }))).toEqual(awards);
    blockCount += awards.length;
    paidCount += awards.filter((award) => award.tips > 0n).length;
  }
  expect([files.length, blockCount]).toEqual([13, 49]);
  expect(paidCount).toBeGreaterThan(15);
});

it('a message in two blocks pays the first one', () => {
  const message = { gasLimit: 10n, gasFeeCap: attoFil(100n), gasPremium: attoFil(3n) };
  const [first, second] = tipsOfBlocks(
    [['a'], ['a', 'b']],
    ['a', 'b'].map((cid) => ({ cid, message, gasUsed: 10n })),
    5n,
  );
  expect([first?.tips, second?.tips]).toEqual([30n, 30n]);
  expect([...(second?.own ?? [])]).toEqual(['b']);
});
