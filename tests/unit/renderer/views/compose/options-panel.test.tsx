import { afterEach, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../../../renderer/views/compose/draft.ts';
import { OptionsPanel } from '../../../../../renderer/views/compose/OptionsPanel.tsx';
import { genesisCidOf } from '../../../../../shared/domain/chain/networks.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const ELSEWHERE = 'bafy2bzaceduobjigqvxrk5kgdofy3gpzgzthzufdkbj7phxbpoqs4phqc5uhg';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

async function networkShown(genesisCid: string): Promise<string | undefined> {
  const fields = { ...EMPTY_DRAFT, offline: { genesisCid } };
  drawn = await render(
    <OptionsPanel fields={fields} onChange={() => undefined} />,
    clientWith({ chain: { headChanged: new ManualTopic(undefined) as never } }),
  );
  const select = drawn.container.querySelector<HTMLSelectElement>('select[id$="-network"]');
  return select?.selectedOptions[0]?.textContent ?? undefined;
}

it('shows the network of a draft, never another one in its place', async () => {
  expect(await networkShown(genesisCidOf('mainnet') ?? '')).toMatch(/mainnet/i);
  await drawn?.unmount();
  expect(await networkShown(ELSEWHERE)).toMatch(/^Not connected \(bafy2bzacedu…qc5uhg\)$/);
});
