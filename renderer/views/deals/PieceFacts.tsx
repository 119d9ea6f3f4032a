import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import { formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import type { PieceCheck } from './use-piece-check.ts';

/** The computed piece of a file. */
export function PieceFacts({ check }: { readonly check: PieceCheck & { kind: 'done' } }) {
  const { piece, name, tookMs } = check;
  const { payloadBytes, paddedBytes, archive } = piece;
  const capacityBytes = (paddedBytes / 128) * 127;
  return (
    <DetailSection title="Piece">
      <KeyValue
        labelWidthPx={96}
        rows={[
          { label: 'File', value: <UntrustedText text={name} maximumLength={80} /> },
          { label: 'Piece CID', value: <HashText cid={piece.pieceCid} size="detail" hasCopy /> },
          { label: 'Piece CID v2', value: <HashText cid={piece.pieceCidV2} size="detail" hasCopy /> },
          {
            label: 'Payload',
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
                {formatBytes(paddedBytes)} padded, <span className="t3">capacity {formatInteger(capacityBytes)} bytes</span>
              </span>
            ),
            isWrapped: true,
          },
          {
            label: 'Zero padding',
            value: `${formatInteger(capacityBytes - payloadBytes)} bytes`,
          },
          {
            label: 'Payload CID',
            value:
              archive === undefined ? (
                <span className="t3">not a CAR archive</span>
              ) : archive.roots.length === 0 ? (
                <span className="t3">CAR archive without roots</span>
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
          { label: 'Duration', value: <span className="t3">{formatLatency(tookMs)}</span> },
        ]}
      />
    </DetailSection>
  );
}
