import { IconCheck, IconX } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { bytesToBase64, hexToBytes } from '../../../shared/domain/encoding/bytes.ts';
import type { Multisig, MultisigSigner } from '../../../shared/ipc/schemas/actors.ts';
import type { Proposal } from '../../../shared/ipc/schemas/drafts.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { DecodedTree } from '../../components/values/DecodedTree.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { handOverDraft } from '../../stores/draft-handover.ts';
import styles from './actor.module.css';
import { typeName } from './actor-words.ts';

/** Method numbers of a multisig: builtin-actors, actors/multisig/src/lib.rs. */
const APPROVE = '3';
const CANCEL = '4';

interface ProposalItemProps {
  readonly proposal: Proposal;
  readonly multisig: Multisig;
  readonly address: string;
}

/** One pending transaction: its call, its approvals and the missing ones. */
export function ProposalItem({ proposal, multisig, address }: ProposalItemProps) {
  const [, navigate] = useLocation();
  const { id, to, toActorType, value, method, methodName, params, failure, approved, proposalHash } = proposal;
  const { signers, threshold } = multisig;
  const signerOf = (signer: string): MultisigSigner | undefined => signers.find((one) => one.address === signer);
  const missing = signers.filter((signer) => !approved.includes(signer.address));
  const own = missing.find(({ isOwn }) => isOwn);
  const proposer = approved[0] === undefined ? undefined : signerOf(approved[0]);
  const isTransfer = method === '0';

  function compose(signer: MultisigSigner, as: typeof APPROVE | typeof CANCEL): void {
    handOverDraft({
      from: signer.robustAddress ?? signer.address,
      to: address,
      value: '0',
      method: as,
      params: { kind: 'fields', json: `{"ID":${id},"ProposalHash":"${bytesToBase64(hexToBytes(proposalHash))}"}` },
    });
    navigate('/compose');
  }

  return (
    <article className={styles.proposal} aria-label={`Proposal ${id}`}>
      <div className={styles.proposalHead}>
        <h3>
          {formatInteger(id)}: {isTransfer ? 'Send' : <UntrustedText text={methodName ?? `Method ${method}`} maximumLength={60} />}
        </h3>
        <Badge tone={approved.length >= threshold ? 'success' : 'pending'}>
          {formatInteger(approved.length)} of {formatInteger(threshold)} approvals
        </Badge>
        <span className="end row g6">
          {proposer?.isOwn === true ? (
            <Button size="small" kind="quiet" icon={IconX} onClick={() => compose(proposer, CANCEL)}>
              Cancel
            </Button>
          ) : undefined}
          <Button
            size="small"
            icon={IconCheck}
            disabledReason={own === undefined ? reasonOf(signers, approved) : undefined}
            onClick={() => own !== undefined && compose(own, APPROVE)}
          >
            Approve
          </Button>
        </span>
      </div>
      <KeyValue
        labelWidthPx={120}
        rows={[
          {
            label: 'To',
            isWrapped: true,
            value: (
              <>
                <AddressText address={to} hasCopy isLink />{' '}
                <span className="t3">{toActorType === undefined ? 'no actor yet' : typeName(toActorType)}</span>
              </>
            ),
          },
          { label: 'Value', value: <AmountText value={value} /> },
          { label: 'Approved by', isWrapped: true, value: <Signers signers={approved.map((signer) => signerOf(signer) ?? signer)} /> },
          {
            label: 'Missing',
            isWrapped: true,
            value: missing.length === 0 ? <span className="t3">none</span> : <Signers signers={missing} />,
          },
          {
            label: 'Hash',
            isWrapped: true,
            value: (
              <span className="row g6">
                <span className="mono">{proposalHash}</span>
                <CopyButton text={proposalHash} label="Copy proposal hash" />
              </span>
            ),
          },
        ]}
      />
      {failure === undefined ? undefined : (
        <Note tone="warning" title="This transaction will fail" isInset>
          {failure.reason}
        </Note>
      )}
      {params.value === undefined ? undefined : (
        <DecodedTree
          view={params}
          label={`Parameters of proposal ${id}`}
          isMethodKnown={methodName !== undefined}
          isTransfer={isTransfer}
        />
      )}
    </article>
  );
}

function Signers({ signers }: { readonly signers: readonly (MultisigSigner | string)[] }) {
  return (
    <span className={styles.signers}>
      {signers.map((signer) =>
        typeof signer === 'string' ? (
          <AddressText key={signer} address={signer} isLink />
        ) : (
          <AddressText key={signer.address} address={signer.robustAddress ?? signer.address} name={signer.label} isLink />
        ),
      )}
    </span>
  );
}

/** Why no key on this machine can approve it. */
function reasonOf(signers: readonly MultisigSigner[], approved: readonly string[]): string {
  const own = signers.filter(({ isOwn }) => isOwn);
  if (own.length === 0) return 'No key on this machine is a signer.';
  return own.every(({ address }) => approved.includes(address))
    ? 'Already approved by your keys.'
    : 'No key on this machine can approve it.';
}
