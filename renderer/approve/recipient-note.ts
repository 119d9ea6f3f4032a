import { absenceWords } from '../../shared/domain/addresses/address-words.ts';
import type { FrozenMessage } from '../../shared/ipc/schemas/approvals.ts';

/** What the node reports about a recipient, and what is unknown. */
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
    untold: exists === undefined ? 'Existence on chain not checked' : undefined,
  };
}
