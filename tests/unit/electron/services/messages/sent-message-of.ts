import { type SentMessage, sentFromIntent } from '../../../../../electron/wallet/sent-message.ts';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { type AttoFil, attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeMessage, type Message, messageCid } from '../../../../../shared/domain/messages/message.ts';
import type { JournalStage } from '../../../../../shared/ipc/schemas/journal.ts';

export const SENDER = parseAddress('f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq');
export const RECEIVER = parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
/** The scripted connection says that its network begins with this block. */
export const GENESIS = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';

/** A journal entry of a message that was signed here: a transfer with premium and fee cap of 1000 attoFIL. */
export function sentMessage(
  nonce: bigint,
  change: { value?: AttoFil; genesisCid?: string; stage?: JournalStage; params?: Uint8Array; method?: bigint } = {},
): SentMessage {
  const { value = attoFil(0n), genesisCid = GENESIS, stage = 'pushed', params = new Uint8Array(), method = 0n } = change;
  const message: Message = {
    version: 0,
    to: RECEIVER,
    from: SENDER,
    nonce,
    value,
    gasLimit: 2_000_000n,
    gasFeeCap: attoFil(1000n),
    gasPremium: attoFil(1000n),
    method,
    params,
  };
  const sent = sentFromIntent({
    kind: 'intent',
    version: 1,
    id: `sent ${nonce}`,
    atMs: 1,
    genesisCid,
    networkName: 'practice',
    connectionName: 'Scripted',
    letter: 't',
    bytesHex: bytesToHex(encodeMessage(message)),
    unsignedCid: messageCid(message),
    methodName: 'Send',
    madeAtHeight: 90,
  });
  return { ...sent, stage, signedHex: '00', signedCid: messageCid(message) };
}
