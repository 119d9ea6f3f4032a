import encodeQr from 'qr';
import { useMemo } from 'react';
import styles from './qr-code.module.css';

/** Modules of white around a code, as ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  readonly text: string;
  /** What it is, for those who do not see it. */
  readonly label: string;
}

/** A QR code, black on white in both themes: cameras want it so. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const rows = encodeQr(text, 'raw', { ecc: 'low', border: QUIET_ZONE });
    return { size: rows.length, path: rows.map(rowPath).join('') };
  }, [text]);
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} className={styles.paper} />
      <path d={path} className={styles.ink} />
    </svg>
  );
}

/** Runs of black modules in one row, as rectangles of height 1. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    let end = x;
    while (row[end] === true) end += 1;
    path += `M${x} ${y}h${end - x}v1h${x - end}z`;
    x = end;
  }
  return path;
}
