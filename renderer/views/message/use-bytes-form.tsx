import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { RawBytes } from './RawBytes.tsx';

const OPTIONS = [
  { value: 'decoded', label: 'Decoded' },
  { value: 'raw', label: 'Raw' },
] as const;

interface BytesForm {
  /** For the head of the panel; undefined where there are no bytes. */
  readonly control: ReactNode;
  /** What was decoded, or the bytes that it was decoded from. */
  show(decoded: ReactNode): ReactNode;
}

/**
 * Lets a panel show what was decoded, or the bytes themselves.
 *
 * @param label of the switch
 * @param hex of the bytes
 */
export function useBytesForm(label: string, hex: string): BytesForm {
  const [form, setForm] = useState<(typeof OPTIONS)[number]['value']>('decoded');
  return {
    control: hex === '' ? undefined : <SegmentedControl label={label} value={form} onChange={setForm} options={OPTIONS} />,
    show: (decoded) => (form === 'raw' ? <RawBytes hex={hex} /> : decoded),
  };
}
