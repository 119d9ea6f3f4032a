import { IconArrowRight, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { cidFromEthHash } from '../../../shared/domain/chain/tipset.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { parseMessageCid } from '../../../shared/domain/messages/message-cid.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { OtherNetwork } from '../../components/feedback/OtherNetwork.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { journalWords, wasNeverSigned } from '../../lib/journal-words.ts';
import styles from './message.module.css';

const COLUMNS: readonly DataColumn<JournalEntry>[] = [
  {
    id: 'cid',
    head: 'Message',
    widthPx: 132,
    cell: (entry) => <HashText cid={entry.signedCid ?? entry.unsignedCid} />,
    text: (entry) => entry.signedCid ?? entry.unsignedCid,
  },
  {
    id: 'call',
    head: 'Call',
    cell: (entry) => (
      <span className="row g4">
        <OtherNetwork entry={entry} />
        <UntrustedText text={entry.methodName} maximumLength={60} />
      </span>
    ),
    text: (entry) => entry.methodName,
  },
  { id: 'to', head: 'To', widthPx: 150, cell: (entry) => <AddressText address={entry.to} />, text: (entry) => entry.to },
  { id: 'nonce', head: 'Nonce', widthPx: 72, align: 'right', cell: (entry) => formatInteger(entry.nonce), text: (entry) => entry.nonce },
  {
    id: 'stage',
    head: 'Stage',
    widthPx: 180,
    cell: (entry) => <StatusText tone={journalWords(entry).tone}>{journalWords(entry).words}</StatusText>,
    text: (entry) => journalWords(entry).words,
  },
];

/** Finds a message by CID, and lists the messages sent from this machine. */
export function FindMessage() {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [error, setError] = useState<DomainError | undefined>(undefined);
  const known = useTopic('messages.journalChanged');
  const journal = known ?? [];
  const latest = journal.filter((entry) => !wasNeverSigned(entry)).toSorted((left, right) => right.createdAtMs - left.createdAtMs);

  function open(): void {
    try {
      navigate(`/messages/${parseMessageCid(text)}`);
    } catch (problem) {
      if (!(problem instanceof DomainError)) throw problem;
      setError(problem);
    }
  }

  return (
    <SplitView>
      <PageHead title="Messages" />
      <ScrollArea label="Messages">
        <Panel title="Find a message" hasRule>
          <PanelBody>
            <form
              className={styles.find}
              onSubmit={(event) => {
                event.preventDefault();
                open();
              }}
            >
              <TextField
                label="Message CID"
                value={text}
                onChange={(value) => {
                  setText(value);
                  setError(undefined);
                }}
                error={error?.message}
                help="Signed or unsigned CID, pending or on chain"
                isMono
                layout="above"
              />
              <Button type="submit" icon={IconArrowRight} disabledReason={text.trim() === '' ? 'Enter a CID.' : undefined}>
                Find
              </Button>
            </form>
            {error?.code === 'cid-eth-hash' ? <NativeMessage cid={cidFromEthHash(text.trim().toLowerCase())} /> : undefined}
          </PanelBody>
        </Panel>
        <Panel title="Sent from this machine" sub={latest.length === 0 ? undefined : formatInteger(latest.length)}>
          {known === undefined ? (
            <SkeletonRows rows={3} columns={5} />
          ) : latest.length === 0 ? (
            <PanelState icon={IconMail} title="No messages yet">
              To list the messages of a tipset, open it under Tipsets.
            </PanelState>
          ) : (
            <DataTable
              label="Sent from this machine"
              unit={['message', 'messages']}
              columns={COLUMNS}
              rows={latest.slice(0, 50)}
              total={latest.length}
              hasFooter
              exportName="sent-messages"
              rowKey={(entry) => entry.id}
              onSelect={(entry) => navigate(`/messages/${encodeURIComponent(entry.signedCid ?? entry.unsignedCid)}`)}
              copyText={(entry) => entry.signedCid ?? entry.unsignedCid}
            />
          )}
        </Panel>
      </ScrollArea>
    </SplitView>
  );
}

/** The transaction hash of a native message is the digest of its CID; that of an Ethereum transaction is not. */
function NativeMessage({ cid }: { readonly cid: Cid }) {
  const [, navigate] = useLocation();
  return (
    <div className="row g6 s12 t3">
      If the message was not sent from an Ethereum wallet, its CID is <HashText cid={cid} size="detail" hasCopy />
      <Button size="small" icon={IconArrowRight} onClick={() => navigate(`/messages/${cid}`)}>
        Open
      </Button>
    </div>
  );
}
