import { afterEach, expect, test } from 'vitest';
import { AddressForms } from '../../../../../renderer/views/compose/AddressForms.tsx';
import { clientWith, type Rendered, render } from '../../../../builders/rendered.tsx';

const KEY = '1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

test.each([
  [`t${KEY}`, `f${KEY}`, 'Test network prefix \\(t\\); this network uses f.'],
  [`f${KEY}`, `t${KEY}`, 'Mainnet prefix \\(f\\); this network uses t.'],
])('%s where the network writes %s: that it was written for another network is said first', async (typed, address, words) => {
  rendered = await render(
    <AddressForms resolved={{ address, exists: false, isOwn: false, calls: [] }} typed={` ${typed}`} />,
    clientWith({}),
  );
  expect(rendered.container.textContent).toMatch(new RegExp(`^${words.replaceAll('.', '\\.')}`));
});

test.each([[`f${KEY}`], ['0xd388ab098ed3e84c0d808776440b48f685198498']])('%s on mainnet is taken without a word', async (typed) => {
  rendered = await render(
    <AddressForms resolved={{ address: `f${KEY}`, exists: false, isOwn: false, calls: [] }} typed={typed} />,
    clientWith({}),
  );
  expect(rendered.container.textContent).not.toContain('prefix');
});
