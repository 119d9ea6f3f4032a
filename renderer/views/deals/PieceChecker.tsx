import { IconFileUpload, IconPlayerStop } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { formatBytes } from '../../../shared/domain/byte-size.ts';
import { MINIMUM_PIECE_PAYLOAD_BYTES } from '../../../shared/domain/piece-size.ts';
import { formatDuration, formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Note } from '../../components/Note.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { TextField } from '../../components/TextField.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './deals.module.css';
import { PieceMatches } from './PieceMatches.tsx';
import { comparePiece, type PieceComparison } from './piece-comparison.ts';
import type { CheckedPiece } from './piece-worker.ts';
import { type PieceCheck, usePieceCheck } from './use-piece-check.ts';

interface PieceCheckerProps {
  readonly onClose: () => void;
  /** Shows deals in the list beside. */
  readonly onFilter: (filter: string) => void;
}

/** The piece of a file: its size and its CID, computed here, and whether it is the one that somebody named. */
export function PieceChecker({ onClose, onFilter }: PieceCheckerProps) {
  const { check, start, cancel } = usePieceCheck();
  const [wanted, setWanted] = useState('');
  return (
    <DetailPane title="Check a file" sub="Computed on this machine; nothing is sent anywhere" onClose={onClose}>
      <DetailSection title="File">
        <DropZone onFile={start} />
        {check.kind === 'running' ? <Progress check={check} onCancel={cancel} /> : undefined}
        {check.kind === 'failed' ? <Failure check={check} /> : undefined}
      </DetailSection>
      {check.kind === 'done' ? (
        <>
          <Result check={check} />
          <DetailSection title="Is it the right one?">
            <TextField
              label="Piece CID or deal"
              layout="above"
              isMono
              value={wanted}
              onChange={setWanted}
              placeholder="baga6ea4seaq…"
              help="As the proposal or the provider names it, or the number of the deal"
            />
            <Comparison piece={check.piece} wanted={wanted} />
          </DetailSection>
          <PieceMatches pieceCid={check.piece.pieceCid} paddedBytes={check.piece.paddedBytes} onFilter={onFilter} />
        </>
      ) : undefined}
    </DetailPane>
  );
}

function DropZone({ onFile }: { readonly onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <span>Drop a file here: a CAR archive, or whatever became the piece</span>
      <Button size="small" icon={IconFileUpload} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to check"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </div>
  );
}

interface ProgressProps {
  readonly check: PieceCheck & { kind: 'running' };
  readonly onCancel: () => void;
}

function Progress({ check, onCancel }: ProgressProps) {
  const { name, bytes, sizeBytes, startedAtMs } = check;
  const tookMs = performance.now() - startedAtMs;
  const leftMs = bytes === 0 ? undefined : (tookMs * (sizeBytes - bytes)) / bytes;
  const share = sizeBytes === 0 ? 0 : bytes / sizeBytes;
  return (
    <div role="status">
      <div className="ell">
        <UntrustedText text={name} maximumLength={80} />
      </div>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label="Bytes read"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <div className="row g6 t2 s12">
        <span className="grow">
          {formatBytes(bytes)} of {formatBytes(sizeBytes)}
          {leftMs === undefined ? undefined : `, ${formatDuration(leftMs)} left`}
        </span>
        <Button size="small" icon={IconPlayerStop} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function Failure({ check }: { readonly check: PieceCheck & { kind: 'failed' } }) {
  const isTooSmall = check.code === 'piece-too-small';
  return (
    <Note tone="danger" title={isTooSmall ? 'The file is too small for a piece' : 'The piece could not be computed'} isInset>
      {isTooSmall ? (
        <>
          It has {formatInteger(check.sizeBytes)} bytes; a piece has at least {MINIMUM_PIECE_PAYLOAD_BYTES}, which fill 128 bytes of a
          sector. A deal for it fails with “Piece must be at least 127 bytes”. Put it into an archive with other files, or pad it. Many
          providers take nothing below 256 bytes, and most want gibibytes.
        </>
      ) : (
        check.message
      )}{' '}
      <span className="mono">{check.code}</span>
    </Note>
  );
}

function Result({ check }: { readonly check: PieceCheck & { kind: 'done' } }) {
  const { piece, name, tookMs } = check;
  const { payloadBytes, paddedBytes, archive } = piece;
  const roomBytes = (paddedBytes / 128) * 127;
  return (
    <DetailSection title="Piece">
      <KeyValue
        labelWidthPx={96}
        rows={[
          { label: 'File', value: <UntrustedText text={name} maximumLength={80} /> },
          { label: 'Piece CID', value: <HashText cid={piece.pieceCid} size="detail" hasCopy /> },
          { label: 'Version 2', value: <HashText cid={piece.pieceCidV2} size="detail" hasCopy /> },
          {
            label: 'Data',
            value: (
              <span title={`${formatInteger(payloadBytes)} bytes`}>
                {formatBytes(payloadBytes)}, <span className="t3">{formatInteger(payloadBytes)} bytes</span>
              </span>
            ),
          },
          {
            label: 'Piece size',
            value: (
              <span>
                {formatBytes(paddedBytes)} padded, <span className="t3">room for {formatInteger(roomBytes)} bytes</span>
              </span>
            ),
            isWrapped: true,
          },
          {
            label: 'Zeros added',
            value: `${formatInteger(roomBytes - payloadBytes)} bytes`,
          },
          {
            label: 'Payload CID',
            value:
              archive === undefined ? (
                <span className="t3">not a CAR archive</span>
              ) : archive.roots.length === 0 ? (
                <span className="t3">a CAR archive without a root</span>
              ) : (
                <span className="col">
                  {archive.roots.slice(0, 5).map((root) => (
                    <HashText key={root} cid={root} size="detail" hasCopy />
                  ))}
                  {archive.roots.length > 5 ? <span className="t3">and {formatInteger(archive.roots.length - 5)} more</span> : undefined}
                </span>
              ),
            isWrapped: true,
          },
          { label: 'Took', value: <span className="t3">{formatLatency(tookMs)}</span> },
        ]}
      />
    </DetailSection>
  );
}

interface ComparisonProps {
  readonly piece: CheckedPiece;
  /** A piece CID, or the number of a deal. */
  readonly wanted: string;
}

function Comparison({ piece, wanted }: ComparisonProps) {
  const dealKey = /^\d{1,15}$/.test(wanted.trim()) ? wanted.trim() : undefined;
  const query = useQuery(`deal ${dealKey}`, (client) => client.deals.getDeal({ key: dealKey ?? '' }), { isEnabled: dealKey !== undefined });
  if (dealKey === undefined) return <Verdict comparison={comparePiece(piece, wanted)} />;
  return (
    <QueryContent query={query}>
      {({ row }) => <Verdict comparison={comparePiece(piece, row.pieceCid, row.pieceSizeBytes)} of={`deal ${row.id}`} />}
    </QueryContent>
  );
}

interface VerdictProps {
  readonly comparison: PieceComparison | undefined;
  /** What it was compared with, where that is no CID. */
  readonly of?: string;
}

function Verdict({ comparison, of }: VerdictProps) {
  if (comparison === undefined) return undefined;
  const isSame = comparison.outcome === 'same';
  const tone = isSame ? 'success' : comparison.outcome === 'not-a-piece' ? 'warning' : 'danger';
  return (
    <div role="status">
      <Note tone={tone} title={isSame && of !== undefined ? `Matches ${of}` : comparison.title} isInset>
        {comparison.words}
      </Note>
    </div>
  );
}
