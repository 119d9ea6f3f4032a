import { afterEach, expect, test } from 'vitest';
import { ConnectionRow } from '../../../../../renderer/views/endpoints/ConnectionRow.tsx';
import type { Connection, ConnectionsState, Passport } from '../../../../../shared/ipc/schemas/connections.ts';
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

const EXAMINED = {
  connectionId: 'mine',
  httpUrl: 'http://examined/',
  verdict: 'good',
  summary: '',
  rows: [{ id: 'v2', value: 'served' }],
  methods: [],
} as unknown as Passport;

test.each<[string, Partial<Connection>, boolean, boolean, string]>([
  ['in use, with v2', {}, true, true, 'API v1 and v2'],
  ['in use, without v2', {}, true, false, 'API v1'],
  ['not in use, whatever the one in use serves', {}, false, true, 'API v1'],
  ['of another namespace', { namespace: 'Node' }, true, true, 'API v1 and v2, Node.*'],
  ['inside Sextant', { kind: 'embedded' }, true, true, 'runs inside Sextant, API v1 and v2'],
  ['inside Sextant, not in use', { kind: 'embedded' }, false, false, 'runs inside Sextant, API v1 and v2'],
  ['not in use, that was examined', { httpUrl: 'http://examined/' }, false, false, 'API v1 and v2'],
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
    clientWith({ connections: { changed: new ManualTopic(state), passportsChanged: new ManualTopic([EXAMINED]) } }),
  );
  expect(rendered.container.querySelector('b + span')?.textContent).toBe(words);
});
