import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DecodedTree } from '../../../../../renderer/components/values/DecodedTree.tsx';
import type { DecodedView, ValueView } from '../../../../../shared/ipc/schemas/decoded.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;

afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

async function draw(view: DecodedView, isMethodKnown = true): Promise<HTMLElement> {
  rendered = await render(<DecodedTree view={view} label="Decoded parameters" isMethodKnown={isMethodKnown} />);
  return rendered.container;
}

function one(value: ValueView): DecodedView {
  return { form: 'typed', label: 'It', value };
}

function pairs(container: HTMLElement): string[][] {
  return [...container.querySelectorAll('dt')].map((name) => [name.textContent ?? '', name.nextElementSibling?.textContent ?? '']);
}

async function press(container: HTMLElement, text: string): Promise<void> {
  const button = [...container.querySelectorAll('button')].find((candidate) => candidate.textContent === text);
  if (button === undefined) throw new Error(`There is no button ${text}.`);
  await act(async () => button.click());
}

describe('the decoded tree', () => {
  it.each([
    [{ kind: 'integer', value: '8', unit: 'sealProof', words: 'StackedDrg32GiBV1_1' }, '8 StackedDrg32GiBV1_1'],
    [{ kind: 'integer', value: '18446744073709551615' }, '18,446,744,073,709,551,615'],
    [{ kind: 'amount', value: '1500000000000000000' }, '1.5FIL'],
    [{ kind: 'amount', value: `1${'0'.repeat(200)}` }, `1${'0'.repeat(200)} attoFIL`],
    [{ kind: 'boolean', value: false }, 'No'],
    [{ kind: 'none' }, 'none'],
    [{ kind: 'bytes', hex: '', sizeBytes: 0 }, 'empty'],
    [{ kind: 'bytes', hex: 'ab'.repeat(40), sizeBytes: 40 }, `${'ab'.repeat(12)}…${'ab'.repeat(4)}40 bytes`],
    [{ kind: 'bytes', hex: 'ab'.repeat(40), sizeBytes: 4000 }, `${'ab'.repeat(12)}…4,000 bytes`],
    [{ kind: 'text', value: 'a\u202Eb', length: 3 }, 'aU+202Eb'],
    [{ kind: 'text', value: 'ab', length: 5000 }, 'ab … 4,998 more characters'],
    [{ kind: 'list', items: [], count: 0 }, 'empty'],
    [{ kind: 'revert', reason: 'message', text: 'no funds', hex: '', sizeBytes: 0 }, 'The contract reverted with the reason: no funds'],
    [
      { kind: 'bitfield', ranges: [{ first: '3', last: '5' }], rangeCount: 4, count: '9', unit: 'sector' },
      '9 sectors: 3–5 and 3 more, not shown',
    ],
  ] satisfies [ValueView, string][])('writes %j as %s', async (value, text) => {
    expect(pairs(await draw(one(value)))).toEqual([['It', text]]);
  });

  it('writes the 0x form beside an address that Ethereum made, and no other', async () => {
    const eth = '0xd388aB098ed3E84c0D808776440B48F685198498';
    const delegated = await draw(one({ kind: 'address', value: 't410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy' }));
    expect(delegated.textContent).toContain(eth);
    await rendered?.unmount();
    expect((await draw(one({ kind: 'address', value: 't099' }))).textContent).not.toContain('0x');
  });

  it('titles a call inside with who is called and by which method, and indents what it is called with', async () => {
    const container = await draw({
      form: 'typed',
      value: {
        kind: 'record',
        count: 1,
        fields: [
          {
            name: 'Params',
            value: {
              kind: 'call',
              to: 'f01234',
              actorType: 'storageminer',
              method: '16',
              methodName: 'WithdrawBalance',
              params: {
                form: 'typed',
                value: { kind: 'record', count: 1, fields: [{ name: 'AmountRequested', value: { kind: 'amount', value: '0' } }] },
              },
            },
          },
        ],
      },
    });
    expect(container.querySelector('dt')?.textContent).toBe('Params Calls f01234· storageminer· WithdrawBalance');
    expect(container.querySelector('dd dt')?.textContent).toBe('AmountRequested');
  });

  it('says when what a method takes is not known, or does not fit', async () => {
    const view: DecodedView = { form: 'cbor', value: { kind: 'integer', value: '1' } };
    expect((await draw(view, false)).textContent).toContain('Unknown method: shown as CBOR');
    await rendered?.rerender(<DecodedTree view={{ ...view, form: 'hex' }} label="Decoded parameters" isMethodKnown />);
    expect(rendered?.container.textContent).toContain('The bytes do not match this method: not CBOR, shown as bytes.');
  });

  it('folds long lists, shows more on demand, and counts what it was not given', async () => {
    const items: ValueView[] = Array.from({ length: 150 }, (_, index) => ({ kind: 'text', value: `t${index}`, length: 2 }));
    const container = await draw({ form: 'typed', value: { kind: 'list', items, count: 9000 } });
    expect(container.querySelectorAll('li')).toHaveLength(12);
    await press(container, 'Show 100 more of 138');
    expect(container.querySelectorAll('li')).toHaveLength(112);
    await press(container, 'Show the other 38');
    expect(container.querySelectorAll('li')).toHaveLength(150);
    expect(container.textContent).toContain('8,850 more items, not shown; see the raw bytes.');
  });
});
