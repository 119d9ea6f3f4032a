import { IconFileUpload, IconPlayerStop } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { MINIMUM_PIECE_PAYLOAD_BYTES } from '../../../shared/domain/deals/piece-size.ts';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { FileButton } from '../../components/inputs/FileButton.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import styles from './deals.module.css';
import { PieceFacts } from './PieceFacts.tsx';
import { PieceMatches } from './PieceMatches.tsx';
import { PieceVerdict } from './PieceVerdict.tsx';
import { type PieceCheck, usePieceCheck } from './use-piece-check.ts';

interface PieceCheckerProps {
  readonly onClose: () => void;
  /** Filters the deal list beside the pane. */
  readonly onFilter: (filter: string) => void;
}

/** Piece size and CID of a file, computed locally, and a comparison with an expected piece. */
export function PieceChecker({ onClose, onFilter }: PieceCheckerProps) {
  const { check, start, cancel } = usePieceCheck();
  const [wanted, setWanted] = useState('');
  return (
    <DetailPane title="Check a file" sub="Computed locally; the file is not sent" onClose={onClose}>
      <DetailSection title="File">
        <DropZone onFile={start} />
        {check.kind === 'running' ? <Progress check={check} onCancel={cancel} /> : undefined}
        {check.kind === 'failed' ? <Failure check={check} /> : undefined}
      </DetailSection>
      {check.kind === 'done' ? (
        <>
          {check.piece.payloadBytes < MINIMUM_PIECE_PAYLOAD_BYTES ? <TooSmall payloadBytes={check.piece.payloadBytes} /> : undefined}
          <PieceFacts check={check} />
          <DetailSection title="Compare">
            <TextField
              label="Piece CID or deal"
              layout="above"
              isMono
              value={wanted}
              onChange={setWanted}
              placeholder="baga6ea4seaq…"
              help="Expected piece CID, or a deal ID"
            />
            <PieceVerdict piece={check.piece} wanted={wanted} />
          </DetailSection>
          <PieceMatches pieceCid={check.piece.pieceCid} paddedBytes={check.piece.paddedBytes} onFilter={onFilter} />
        </>
      ) : undefined}
    </DetailPane>
  );
}

function DropZone({ onFile }: { readonly onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);

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
      <span>Drop the CAR archive or other file of the piece here</span>
      <FileButton size="small" icon={IconFileUpload} label="File to check" onFile={onFile}>
        Choose a file
      </FileButton>
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

/** The payload is below the minimum of a deal. */
function TooSmall({ payloadBytes }: { readonly payloadBytes: number }) {
  return (
    <Note tone="warning" title="File too small for a deal" isInset>
      It has {formatInteger(payloadBytes)} bytes. The piece CID below is that of the file zero-padded to {MINIMUM_PIECE_PAYLOAD_BYTES}{' '}
      bytes. A deal for it fails with “Piece must be at least 127 bytes”. Archive it with other files, or pad it. Many providers require at
      least 256 bytes, most require gibibytes.
    </Note>
  );
}

function Failure({ check }: { readonly check: PieceCheck & { kind: 'failed' } }) {
  return (
    <Note tone="danger" title="Could not compute the piece CID" isInset>
      {check.message} <span className="mono">{check.code}</span>
    </Note>
  );
}
