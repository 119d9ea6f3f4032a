import { Link } from 'wouter';
import { defined } from '../../../shared/collections/defined.ts';
import type { RetrievalFinding, SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import type { BoardRow } from './board-rows.ts';
import { RetrievalField } from './RetrievalField.tsx';
import { estimateWords, type RetrievalWords, retrievalWords } from './retrieval-words.ts';

interface RetrievalPaneProps {
  readonly ask: string;
  readonly miner: string | undefined;
  readonly board: SealingBoard | undefined;
  readonly rows: readonly BoardRow[];
  readonly onAsk: (text: string) => void;
  readonly onClose: () => void;
}

/** Whether the data of a deal, piece or sector can be retrieved, with the reason and the calls behind it. */
export function RetrievalPane({ ask, miner, board, rows, onAsk, onClose }: RetrievalPaneProps) {
  const query = useQuery(
    `retrieval ${miner ?? ''} ${ask}`,
    (client) => client.sealing.checkRetrieval({ text: ask, ...defined({ miner }) }),
    { refreshOn: 'head', isEnabled: ask !== '' },
  );
  return (
    <DetailPane title="Check retrieval" sub={ask === '' ? 'Deal ID, piece CID, “sector 17” or f01000/17' : undefined} onClose={onClose}>
      <div className="pad">
        <RetrievalField key={ask} value={ask} onAsk={onAsk} />
      </div>
      {ask === '' ? undefined : (
        <QueryContent query={query}>
          {({ findings, missing }) => (
            <>
              {findings.map((finding) => (
                <Finding
                  key={`${finding.dealId ?? ''} ${finding.miner ?? ''} ${finding.sector ?? ''}`}
                  finding={finding}
                  estimate={estimateWords(finding, board, rows)}
                />
              ))}
              {missing.map((sentence) => (
                <Note key={sentence} tone="info" title={sentence} />
              ))}
            </>
          )}
        </QueryContent>
      )}
    </DetailPane>
  );
}

function Finding({ finding, estimate }: { readonly finding: RetrievalFinding; readonly estimate: string | undefined }) {
  const words: RetrievalWords = retrievalWords(finding);
  const { dealId, miner, sector, pieceCid, state, expiration, expirationTimeMs, deadline, startEpoch, startTimeMs, calls } = finding;
  return (
    <>
      <Note tone={words.tone} title={words.answer}>
        {words.reason} {estimate}
      </Note>
      <DetailSection title={dealId === undefined ? `Sector ${sector ?? ''}` : `Deal ${formatInteger(dealId)}`} calls={calls}>
        <KeyValue
          labelWidthPx={104}
          rows={[
            pieceCid === undefined ? undefined : { label: 'Piece', value: <HashText cid={pieceCid} size="detail" hasCopy /> },
            miner === undefined ? undefined : { label: 'Provider', value: <AddressText address={miner} /> },
            dealId === undefined
              ? undefined
              : {
                  label: 'Deal',
                  value: (
                    <Link href={`/deals/${dealId}`} className="link">
                      {formatInteger(dealId)}
                    </Link>
                  ),
                },
            { label: 'Sector', value: sector === undefined ? <span className="t3">none yet</span> : sector },
            state === undefined ? undefined : { label: 'State', value: state },
            { label: 'Active (pSet)', value: finding.verdict === 'sealed' ? 'YES' : 'NO' },
            deadline === undefined ? undefined : { label: 'Deadline', value: deadline },
            startEpoch === undefined ? undefined : { label: 'Start', value: <EpochText height={startEpoch} timeMs={startTimeMs} /> },
            expiration === undefined ? undefined : { label: 'End', value: <EpochText height={expiration} timeMs={expirationTimeMs} /> },
          ]}
        />
      </DetailSection>
    </>
  );
}
