import type { DataForm, DataText } from '../../../shared/ipc/schemas/signatures.ts';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import styles from './signatures.module.css';
import { TextArea } from './TextArea.tsx';

/** The maximum in the contract. */
const MAX_CHARACTERS = 200_000;

const ENCODINGS = [
  { value: 'text', label: 'Text' },
  { value: 'hex', label: 'Hex' },
  { value: 'base64', label: 'Base64' },
] as const;

const FORMS = [
  { value: 'frc-0102', label: 'FRC-0102' },
  { value: 'lotus', label: 'Lotus' },
] as const;

const FORM_WORDS: Readonly<Record<DataForm, string>> = {
  'frc-0102': 'Adds an envelope, so that it can never be a message: FRC-0102, or EIP-191 for 0x keys. Recommended.',
  lotus: 'Signs the raw bytes, like lotus wallet sign. Refuses bytes that are a message, a deal or a transaction.',
};

interface DataFieldsProps {
  readonly data: DataText;
  readonly onData: (data: DataText) => void;
  readonly form: DataForm;
  readonly onForm: (form: DataForm) => void;
  readonly errors?: Readonly<Record<string, string>> | undefined;
}

/** Fields for the data, its encoding and the signature format. */
export function DataFields({ data, onData, form, onForm, errors }: DataFieldsProps) {
  return (
    <>
      <TextArea
        label="Data"
        rows={6}
        maximumLength={MAX_CHARACTERS}
        value={data.text}
        onChange={(text) => onData({ ...data, text })}
        error={errors?.['data.text'] ?? errors?.data}
        help={data.encoding === 'text' ? 'UTF-8. Whitespace is significant.' : undefined}
        actions={
          <SegmentedControl
            label="Data encoding"
            options={ENCODINGS}
            value={data.encoding}
            onChange={(encoding) => onData({ ...data, encoding })}
          />
        }
      />
      <div className={styles.area}>
        <div className={styles.areaHead}>
          <span className={styles.label}>Format</span>
          <SegmentedControl label="Signature format" options={FORMS} value={form} onChange={onForm} />
        </div>
        <p className={styles.help}>{FORM_WORDS[form]}</p>
      </div>
    </>
  );
}
