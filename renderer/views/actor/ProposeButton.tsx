import { IconPlus } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { Multisig, MultisigSigner } from '../../../shared/ipc/schemas/actors.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { handOverDraft } from '../../stores/draft-handover.ts';

/** builtin-actors, actors/multisig/src/lib.rs. */
const PROPOSE = '2';
/** An empty transfer. `?` marks an incomplete field of the composer. */
const EMPTY_PROPOSAL = '{"To":{"?":""},"Value":{"?":""},"Method":0,"Params":null}';

interface ProposeButtonProps {
  readonly multisig: Pick<Multisig, 'signers'>;
  readonly address: string;
}

/** Drafts a proposal from the first local signer that can propose. */
export function ProposeButton({ multisig: { signers }, address }: ProposeButtonProps) {
  const [, navigate] = useLocation();
  const own = signers.filter(({ isOwn }) => isOwn);
  const signer = own.find((candidate) => candidate.actorType !== 'ethaccount');
  function propose({ robustAddress, address: id }: MultisigSigner): void {
    handOverDraft({
      from: robustAddress ?? id,
      to: address,
      value: '0',
      method: PROPOSE,
      params: { kind: 'fields', json: EMPTY_PROPOSAL },
    });
    navigate('/compose');
  }
  return (
    <Button
      size="small"
      icon={IconPlus}
      disabledReason={
        signer !== undefined
          ? undefined
          : own.length === 0
            ? 'No key on this machine is a signer.'
            : 'Ethereum keys cannot propose; they can only call contracts.'
      }
      onClick={() => (signer === undefined ? undefined : propose(signer))}
    >
      Propose
    </Button>
  );
}
