import { formatBytes } from '../../../shared/domain/byte-size.ts';
import { formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { DetailSection } from '../../components/DetailPane.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import type { PieceCheck } from './use-piece-check.ts';

/** What was computed of a file. */
export function PieceFacts({ check }: { readonly check: PieceCheck & { kind: 'done' } }) {
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
