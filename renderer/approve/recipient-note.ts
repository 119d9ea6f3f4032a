import { absenceWords } from '../../shared/domain/address-words.ts';
import type { FrozenMessage } from '../../shared/ipc/schemas/approvals.ts';

/** What a recipient is by the node's word, and what is not known of it. */
export function recipientNote({ actorType, idAddress, robustAddress, exists, address }: FrozenMessage['to']): {
  told: string;
  untold: string | undefined;
} {
  const kind = actorType === undefined ? undefined : `${actorType} actor`;
  const id = idAddress === undefined ? undefined : `${idAddress} on chain`;
  const robust = robustAddress === undefined ? undefined : `the ID of ${robustAddress}`;
  const absence = exists === false ? absenceWords(address) : undefined;
  const what = [kind, id, robust].filter((part) => part !== undefined).join(', ');
  return {
    told: [what, absence].filter((part) => part !== undefined && part !== '').join('. '),
    untold: exists === undefined ? 'Whether it exists was not asked' : undefined,
  };
}
