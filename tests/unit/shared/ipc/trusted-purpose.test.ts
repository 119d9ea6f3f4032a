import { expect, it } from 'vitest';
import type { TrustedPurpose } from '../../../../shared/ipc/schemas/app.ts';
import { zTrustedPurpose } from '../../../../shared/ipc/schemas/app.ts';
import { readPurpose, writePurpose } from '../../../../shared/ipc/trusted-purpose.ts';

const FIELDS = { approvalId: 'a&b=1', phraseId: 'p 1', address: 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y' };

/** One of every kind that there is, with the fields that its own schema asks for. */
const PURPOSES: readonly TrustedPurpose[] = zTrustedPurpose.options.map((option) =>
  zTrustedPurpose.parse({ ...FIELDS, name: option.shape.name.value }),
);

it.each(PURPOSES)('$name is read back from the address as it was written', (purpose) => {
  const hash = new URLSearchParams({ ticket: 'abc', ...writePurpose(purpose) }).toString();
  expect(readPurpose(Object.fromEntries(new URLSearchParams(hash)))).toEqual(purpose);
});

it.each([{}, { purpose: 'sign-all' }, { purpose: 'approve' }, { purpose: 'export-key', phraseId: 'p1' }])('%o names none', (fields) => {
  expect(readPurpose(fields)).toBeUndefined();
});
