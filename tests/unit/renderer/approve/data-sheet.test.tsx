import { afterEach, expect, test } from 'vitest';
import { DataFacts } from '../../../../renderer/approve/DataFacts.tsx';
import { bytesToHex, utf8ToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import type { DataApproval } from '../../../../shared/ipc/schemas/approvals.ts';
import { clientWith, type Rendered, render } from '../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => drawn?.unmount());

test('shows data as text, line by line, with marks for invisible characters', async () => {
  const text = 'Café 支払い\n\npay \u202E001\u200B FIL';
  const dataHex = bytesToHex(utf8ToBytes(text));
  const from = { address: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba', label: 'Main key', keyType: 'secp256k1' as const };
  const approval = { kind: 'data', form: 'lotus', from, text, dataHex, signedBytesHex: dataHex } as DataApproval;
  drawn = await render(<DataFacts approval={approval} />, clientWith({}));
  const shown = drawn.container.querySelector('[aria-label="Data as text"]');
  expect([...(shown?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['Café 支払い', '\u00A0', 'pay U+202E001U+200B FIL']);
});
