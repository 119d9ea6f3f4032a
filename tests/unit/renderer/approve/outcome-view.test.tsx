// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OutcomeView } from '../../../../renderer/approve/OutcomeView.tsx';
import type { Approval } from '../../../../shared/ipc/schemas/approvals.ts';

const UNSIGNED = 'bafy2bzacedtwscuteorjy2gmcnfbicnel2r66zxrzrwws7jjm33n3d7rhzpz6';
const SIGNED = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';

it('a confirmation names both CIDs for what they are', () => {
  const host = document.createElement('div');
  const approval = { method: '0', value: '1', unsignedCid: UNSIGNED } as Approval;
  host.innerHTML = renderToStaticMarkup(<OutcomeView outcome={{ name: 'confirmed', journalId: 'j1', cid: SIGNED }} approval={approval} />);
  const facts = [...host.querySelectorAll('dl > div')].map((fact) => [
    fact.querySelector('dt')?.textContent,
    fact.querySelector('dd > span')?.textContent,
  ]);
  expect(facts).toEqual([
    ['Signed CID', SIGNED],
    ['Unsigned CID', UNSIGNED],
  ]);
});
