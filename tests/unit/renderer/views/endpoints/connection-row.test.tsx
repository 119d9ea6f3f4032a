// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { ConnectionRow } from '../../../../../renderer/views/endpoints/ConnectionRow.tsx';
import type { Connection, ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

const CONNECTION: Connection = {
  id: 'mine',
  kind: 'custom',
  name: 'Mine',
  httpUrl: 'http://two/',
  apiVersion: 'v1',
  namespace: 'Filecoin',
  hasToken: false,
  hasMinerToken: false,
  hasHeaders: false,
  isTokenLocked: false,
  isTokenExposed: false,
};

test.each<[string, Partial<Connection>, boolean, boolean, string]>([
  ['in use, with v2', {}, true, true, 'API v1 and v2'],
  ['in use, without v2', {}, true, false, 'API v1'],
  ['not in use, whatever the one in use serves', {}, false, true, 'API v1'],
  ['of another namespace', { namespace: 'Node' }, true, true, 'API v1 and v2, Node.*'],
  ['inside Sextant', { kind: 'embedded' }, true, true, 'runs inside Sextant, API v1 and v2'],
])('an endpoint %s says which API it serves', async (_name, change, isActive, hasV2, words) => {
  const state = { activeId: isActive ? 'mine' : 'other', revision: 1, capabilities: { hasV2 } } as unknown as ConnectionsState;
  rendered = await render(
    <ul>
      <ConnectionRow
        connection={{ ...CONNECTION, ...change } as Connection}
        isActive={isActive}
        isSelected={false}
        head={undefined}
        onEdit={() => undefined}
      />
    </ul>,
    clientWith({ connections: { changed: new ManualTopic(state) } }),
  );
  expect(rendered.container.querySelector('b + span')?.textContent).toBe(words);
});
