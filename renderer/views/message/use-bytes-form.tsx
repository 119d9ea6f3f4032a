import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { RawBytes } from './RawBytes.tsx';

const OPTIONS = [
  { value: 'decoded', label: 'Decoded' },
  { value: 'raw', label: 'Raw' },
] as const;

interface BytesForm {
  /** Switch for the panel's head; undefined without bytes. */
  readonly control: ReactNode;
  /** The decoded content or the raw bytes. */
  show(decoded: ReactNode): ReactNode;
}

/**
 * Switches a panel between decoded content and raw bytes.
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
