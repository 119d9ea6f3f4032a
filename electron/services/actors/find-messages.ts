/**
 * Search tipset by tipset for messages from or to an address, as public endpoints do not serve StateListMessages. Each request searches a
 * bounded number of tipsets, and returns where the next one continues.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import type { Tipset } from '../../../shared/domain/chain/tipset.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import { singletonActorType } from '../../../shared/domain/methods/actor-type.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { FoundMessage, FoundMessages } from '../../../shared/ipc/schemas/actors.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { ChainReader, type ListedMessage } from '../chain/chain-reader.ts';
import { messageFigures } from '../chain/message-figures.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { requireAddress } from '../network-address.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';

const CAUSE = 'actor: messages on the chain';

export interface MessageSearch {
  readonly addresses: readonly string[];
  readonly from?: readonly string[] | undefined;
  readonly tipsets: number;
}

/** @throws SextantError `not-connected`; `method-not-served` if the endpoint does not list the messages of tipsets */
export async function findMessages(active: ActiveConnection, chain: readonly ChainTipset[], search: MessageSearch): Promise<FoundMessages> {
  const reader = new ChainReader(active);
  const wanted = new Set(search.addresses.map((address) => requireAddress(address, 'addresses')));
  const rows: FoundMessage[] = [];
  const calls: CallRef[] = [];
  let lowest = chain.at(-1)?.height ?? 0;
  let key: readonly string[] | undefined = search.from ?? chain.at(-1)?.key;
  if (key === undefined) throw new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
  let tipsets = 0;
  while (tipsets < search.tipsets && key !== undefined) {
    const [tipset, messages]: [Awaited<ReturnType<ChainReader['tipset']>>, Awaited<ReturnType<ChainReader['messagesIn']>>] =
      await Promise.all([reader.tipset(key, CAUSE), reader.messagesIn(key, CAUSE)]);
    tipsets += 1;
    calls.push(messages.call);
    lowest = tipset.value.height;
    rows.push(...rowsOf(messages.value, tipset.value, wanted, reader));
    const parents: readonly string[] = tipset.value.blocks[0]?.parents ?? [];
    key = parents.length === 0 ? undefined : parents;
  }
  return { rows, tipsets, lowest, ...(key === undefined ? {} : { next: [...key] }), calls };
}

function rowsOf(messages: readonly ListedMessage[], tipset: Tipset, wanted: ReadonlySet<Address>, reader: ChainReader): FoundMessage[] {
  const networkVersion = reader.versions.at(tipset.height)?.version;
  return messages
    .filter(({ message }) => wanted.has(message.from) || wanted.has(message.to))
    .map(({ cid, message }) => {
      const name = methodName(singletonActorType(message.to), message.method, networkVersion);
      return {
        cid,
        from: formatAddress(message.from, reader.letter),
        to: formatAddress(message.to, reader.letter),
        ...messageFigures(message),
        ...defined({ methodName: name }),
        height: tipset.height,
        timeMs: reader.timeMsOf(tipset.height),
      };
    });
}
