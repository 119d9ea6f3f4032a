/** Whatever a node says in a name, a hash, an amount or a message, the shared components show it as text, short, and with nothing hidden. */
import { act, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { PanelError } from '../../../../../renderer/components/feedback/PanelError.tsx';
import { FilterExpression } from '../../../../../renderer/components/filters/FilterExpression.tsx';
import { DataTable } from '../../../../../renderer/components/tables/DataTable.tsx';
import { AddressText } from '../../../../../renderer/components/values/AddressText.tsx';
import { AmountText } from '../../../../../renderer/components/values/AmountText.tsx';
import { CallLink } from '../../../../../renderer/components/values/CallLink.tsx';
import { EpochText } from '../../../../../renderer/components/values/EpochText.tsx';
import { FeeText } from '../../../../../renderer/components/values/FeeText.tsx';
import { HashText } from '../../../../../renderer/components/values/HashText.tsx';
import { JsonTree } from '../../../../../renderer/components/values/JsonTree.tsx';
import { TimeText } from '../../../../../renderer/components/values/TimeText.tsx';
import { UntrustedText } from '../../../../../renderer/components/values/UntrustedText.tsx';
import { treeOfText } from '../../../../../renderer/lib/json-nodes.ts';
import { filterLanguage } from '../../../../../shared/filter/filter.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

/** Turns the direction, hides letters, makes markup, and does not end. */
const HOSTILE = `x\u202Ey\u200Bz\u0007\u2066<img src=x onerror="alert(1)"><script>alert(2)</script>${'w'.repeat(50_000)}`;
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const LANGUAGE = filterLanguage([{ name: 'client', kind: 'pattern', example: 'client:a', meaning: 'who pays' }]);

const TREE = treeOfText(JSON.stringify({ [HOSTILE.slice(0, 2000)]: HOSTILE }));

const CASES: readonly (readonly [name: string, node: ReactNode])[] = [
  ['UntrustedText', <UntrustedText key="a" text={HOSTILE} maximumLength={200} />],
  ['UntrustedText without a length', <UntrustedText key="a" text={HOSTILE} />],
  ['HashText', <HashText key="a" cid={HOSTILE} hasCopy />],
  ['HashText whole', <HashText key="a" cid={HOSTILE} size="whole" />],
  ['AddressText', <AddressText key="a" address={HOSTILE} name={HOSTILE} hasCopy />],
  ['AddressText whole, as a link', <AddressText key="a" address={HOSTILE} size="whole" isLink />],
  ['AmountText', <AmountText key="a" value={HOSTILE} />],
  ['AmountText of digits without end', <AmountText key="a" value={'9'.repeat(50_000)} />],
  ['FeeText', <FeeText key="a" value={HOSTILE} />],
  ['EpochText of no number', <EpochText key="a" height={Number.NaN} timeMs={Number.NaN} />],
  ['EpochText beyond all dates', <EpochText key="a" height={Number.MAX_VALUE} timeMs={1e300} beside="clock" />],
  ['TimeText of no date', <TimeText key="a" timeMs={Number.NaN} as="full" />],
  ['CallLink', <CallLink key="a" calls={[{ id: 1, method: HOSTILE, tookMs: 1, atMs: 0, isCached: false }]} />],
  [
    'PanelError',
    <PanelError
      key="a"
      error={{ code: 'method-not-served', message: HOSTILE, retryable: true, details: { method: HOSTILE, nodeMessage: HOSTILE } }}
    />,
  ],
  ['JsonTree', TREE === undefined ? undefined : <JsonTree key="a" label="Answer" source={TREE} />],
  [
    'FilterExpression',
    <FilterExpression
      key="a"
      language={LANGUAGE}
      list="calls"
      label="Filter"
      placeholder=""
      value={HOSTILE.slice(0, 1000)}
      onChange={() => {}}
    />,
  ],
  [
    'DataTable',
    <DataTable
      key="a"
      label="Rows"
      columns={[{ id: 'a', head: 'A', cell: (row: string) => <UntrustedText text={row} maximumLength={80} />, text: (row: string) => row }]}
      rows={[HOSTILE]}
      rowKey={() => 'a'}
      exportName="rows"
      hasFooter
    />,
  ],
];

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

describe('hostile text', () => {
  it.each(CASES)('in %s is text, is seen and is short', async (_, node) => {
    drawn = await render(node);
    // A tree asks for what it shows.
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));
    const { container } = drawn;
    expect(container.textContent).not.toBe('');
    expect(container.querySelector('img, script, iframe, [onerror]')).toBeNull();
    expect(container.textContent).not.toMatch(HIDDEN);
    expect(container.textContent.length).toBeLessThan(6000);
    expect(container.textContent).not.toMatch(/NaN|undefined|null|\[object/);
    for (const element of container.querySelectorAll('[title], [aria-label], [placeholder]')) {
      for (const name of ['title', 'aria-label', 'placeholder']) {
        const said = element.getAttribute(name) ?? '';
        expect(said, name).not.toMatch(HIDDEN);
        expect(said.length, name).toBeLessThan(2000);
      }
    }
  });
});
