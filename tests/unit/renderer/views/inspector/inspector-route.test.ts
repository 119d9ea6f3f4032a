import { describe, expect, it } from 'vitest';
import {
  callIdIn,
  changedRoute,
  type InspectorRoute,
  readInspectorRoute,
  writeInspectorRoute,
} from '../../../../../renderer/views/inspector/inspector-route.ts';

function read(address: string): InspectorRoute {
  const [path = '', search = ''] = address.split('?');
  return readInspectorRoute(path.split('/')[2], search);
}

describe('the address of the inspector', () => {
  it.each([
    '/inspector',
    '/inspector/17',
    '/inspector/17?source=s-1&filter=method%3AState*+not+%22a+b%22&part=errors&face=timeline&from=10&to=20&path=result.Height&compare=3',
    '/inspector?face=methods',
  ])('%s is read and written back', (address) => {
    expect(writeInspectorRoute(read(address))).toBe(address);
  });

  it('takes what it does not know for nothing', () => {
    expect(read('/inspector?part=other&face=9&from=20&to=10&compare=x')).toEqual(read('/inspector'));
    expect(read(`/inspector?filter=${'a'.repeat(5000)}`).filter).toHaveLength(2000);
  });

  it('leaves the place in one call behind when another is selected', () => {
    const before = read('/inspector/17?filter=a&path=result');
    expect(writeInspectorRoute(changedRoute(before, { selected: '18' }))).toBe('/inspector/18?filter=a');
    expect(writeInspectorRoute(changedRoute(before, { part: 'errors' }))).toBe('/inspector/17?filter=a&part=errors&path=result');
  });

  it('names a call by its number only', () => {
    expect(callIdIn('17')).toBe(17);
    for (const text of ['abc', '-1', '1.5', '1e3', '', '99999999999999999', undefined]) expect(callIdIn(text)).toBeUndefined();
  });
});
