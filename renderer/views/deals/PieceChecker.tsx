import { IconFileUpload, IconPlayerStop } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { formatBytes } from '../../../shared/domain/byte-size.ts';
import { MINIMUM_PIECE_PAYLOAD_BYTES } from '../../../shared/domain/piece-size.ts';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { FileButton } from '../../components/FileButton.tsx';
import { Note } from '../../components/Note.tsx';
import { TextField } from '../../components/TextField.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import styles from './deals.module.css';
import { PieceFacts } from './PieceFacts.tsx';
import { PieceMatches } from './PieceMatches.tsx';
import { PieceVerdict } from './PieceVerdict.tsx';
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
          {check.piece.payloadBytes < MINIMUM_PIECE_PAYLOAD_BYTES ? <TooSmall payloadBytes={check.piece.payloadBytes} /> : undefined}
          <PieceFacts check={check} />
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
      <span>Drop a file here: a CAR archive, or whatever became the piece</span>
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

/** Few bytes make a commitment, and no deal. */
function TooSmall({ payloadBytes }: { readonly payloadBytes: number }) {
  return (
    <Note tone="warning" title="The file is too small for a deal" isInset>
      It has {formatInteger(payloadBytes)} bytes; the piece CID below is of the file filled up with zeros to {MINIMUM_PIECE_PAYLOAD_BYTES}.
      A deal for it fails with “Piece must be at least 127 bytes”. Put it into an archive with other files, or pad it. Many providers take
      nothing below 256 bytes, and most want gibibytes.
    </Note>
  );
}

function Failure({ check }: { readonly check: PieceCheck & { kind: 'failed' } }) {
  return (
    <Note tone="danger" title="The piece could not be computed" isInset>
      {check.message} <span className="mono">{check.code}</span>
    </Note>
  );
}
