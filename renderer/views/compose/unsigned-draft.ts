/** Converts an unsigned message of another machine to a draft that builds exactly this message. */
import { defined } from '../../../shared/collections/defined.ts';
import { formatFil } from '../../../shared/domain/amounts/amount.ts';
import { genesisCidOf, networkByGenesis, networkByName } from '../../../shared/domain/chain/networks.ts';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { readUnsignedText } from '../../../shared/validation/unsigned-text.ts';
import { draftOf } from './paste-call.ts';

export interface UnsignedDraft {
  readonly draft: MessageDraft;
  /** Facts to compare with the other machine. */
  readonly facts: readonly { readonly label: string; readonly value: string; readonly isWrapped?: boolean }[];
  readonly note: string;
}

/**
 * @param here genesis of the connected network. The draft is offline if the message is for another network.
 * @throws DomainError with a message for the user
 */
export function readUnsignedDraft(text: string, here: string | undefined): UnsignedDraft {
  const { message, genesisCid: named, actorType } = readUnsignedText(text);
  const genesisCid = named ?? here ?? genesisCidOf('mainnet') ?? '';
  const publicName = networkByGenesis(genesisCid);
  const network = publicName === undefined ? undefined : networkByName(publicName);
  const draft = draftOf(message, network?.letter ?? 't');
  const { from, to, value, gasFeeCap, gasPremium, gasLimit } = draft;
  return {
    draft: {
      ...draft,
      nonce: message.nonce.toString(),
      isHeld: true,
      ...(genesisCid === here ? {} : { offline: { genesisCid, ...defined({ actorType }) } }),
    },
    note: named === undefined ? 'The text has no network. Check the network under After signing.' : 'Compare these with the other machine.',
    facts: [
      {
        label: 'Network',
        value: network?.title ?? (genesisCid === here ? 'The connected network' : `Not public (${genesisCid})`),
        isWrapped: true,
      },
      { label: 'From', value: from, isWrapped: true },
      { label: 'To', value: to, isWrapped: true },
      { label: 'Amount', value: `${value} FIL` },
      {
        label: 'Method',
        value:
          message.params.length === 0
            ? message.method.toString()
            : `${message.method}, ${formatInteger(message.params.length)} bytes of parameters`,
      },
      { label: 'Nonce', value: formatInteger(message.nonce) },
      { label: 'Gas limit', value: gasLimit === undefined ? 'not set' : formatInteger(message.gasLimit) },
      { label: 'Fee cap', value: gasFeeCap === undefined ? 'not set' : `${formatFil(message.gasFeeCap, { unit: 'nanoFIL' })} nanoFIL` },
      { label: 'Premium', value: gasPremium === undefined ? 'not set' : `${formatFil(message.gasPremium, { unit: 'nanoFIL' })} nanoFIL` },
    ],
  };
}
