import { IconFileSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { storageDealState } from '../../../shared/domain/deals/storage-deal-state.ts';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { Proposal } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { formatDateTime } from '../../lib/shown-time.ts';
import { listedStateWords } from './listed-columns.tsx';
import { StorageDealWords } from './StorageDealWords.tsx';

interface ProposalPaneProps {
  /** Empty until one is entered. */
  readonly cid: string;
  readonly onClose: () => void;
}

/** A deal proposal by CID, from a node with the legacy markets module. */
export function ProposalPane({ cid, onClose }: ProposalPaneProps) {
  const [, navigate] = useLocation();
  const [text, setText] = useState(cid);
  const isCid = /^[a-zA-Z0-9]{20,200}$/.test(text.trim());
  const query = useQuery(`proposal ${cid}`, (client) => client.deals.getProposal({ cid }), { isEnabled: cid !== '' });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isCid) navigate(`/deals/proposal-${encodeURIComponent(text.trim())}`);
  }

  return (
    <DetailPane title="Proposal" sub="ClientGetDealInfo, before Lotus 1.28" onClose={onClose}>
      <DetailSection title="Look up">
        <form onSubmit={submit} className="col g6">
          <TextField label="Proposal CID" layout="above" isMono value={text} onChange={setText} placeholder="bafyrei…" />
          <span>
            <Button
              size="small"
              type="submit"
              icon={IconFileSearch}
              disabledReason={isCid ? undefined : 'A proposal CID starts with bafyrei.'}
            >
              Look up
            </Button>
          </span>
        </form>
        <p className="t3 s12">
          Identifies a deal between client and provider. It is not on chain; only the node that made the deal has it.
        </p>
      </DetailSection>
      {cid === '' ? undefined : <QueryContent query={query}>{(proposal) => <ProposalFacts proposal={proposal} />}</QueryContent>}
    </DetailPane>
  );
}

function ProposalFacts({ proposal }: { readonly proposal: Proposal }) {
  return (
    <>
      <StorageDealWords state={proposal.stateCode} message={proposal.message} />
      <DetailSection title="Proposal" calls={proposal.calls}>
        <KeyValue
          labelWidthPx={104}
          rows={[
            {
              label: 'State',
              value: `${listedStateWords(storageDealState(proposal.stateCode)?.name ?? 'unknown')}, code ${proposal.stateCode}`,
            },
            {
              label: 'Deal',
              value:
                proposal.dealId === 0 ? (
                  <span className="t3">not published</span>
                ) : (
                  <Link href={`/deals/${proposal.dealId}`} className="link">
                    {formatInteger(proposal.dealId)}
                  </Link>
                ),
            },
            { label: 'Provider', value: <AddressText address={proposal.provider} hasCopy isLink /> },
            proposal.pieceCid === undefined
              ? undefined
              : { label: 'Piece', value: <HashText cid={proposal.pieceCid} size="detail" hasCopy /> },
            proposal.rootCid === undefined
              ? undefined
              : { label: 'Payload', value: <HashText cid={proposal.rootCid} size="detail" hasCopy /> },
            { label: 'Size', value: `${formatBytes(proposal.pieceSizeBytes)} padded` },
            { label: 'Price per epoch', value: <AmountText value={proposal.pricePerEpoch} unit="nanoFIL" /> },
            { label: 'Duration', value: `${formatInteger(proposal.durationEpochs)} epochs` },
            { label: 'Verified', value: proposal.isVerified ? 'yes' : 'no' },
            proposal.createdAtMs === undefined ? undefined : { label: 'Created', value: formatDateTime(proposal.createdAtMs) },
          ]}
        />
      </DetailSection>
    </>
  );
}
