import { describe, expect, it } from 'vitest';
import { screenModuleAt } from '../../../../renderer/app/screen-modules.ts';
import { ALL_SCREENS } from '../../../../renderer/app/screens.ts';

describe('the module of the screen at a path', () => {
  it.each([
    ['/', '/overview'],
    ['/tipsets', '/tipsets/:id?/:block?'],
    ['/tipsets/100', '/tipsets/:id?/:block?'],
    ['/tipsets/100/bafy', '/tipsets/:id?/:block?'],
    ['/miners', '/miners'],
    ['/miners/t01000', '/miners/:id'],
    ['/inspector', '/inspector/:id?'],
    ['/inspector/7', '/inspector/:id?'],
    ['/inspector/new', '/inspector/new'],
    ['/inspector/call/ChainHead', '/inspector/call/:method'],
    ['/inspector/call', '/inspector/:id?'],
    ['/compose/batch', '/compose/batch'],
    ['/compose', '/compose'],
  ])('%s', (path, found) => {
    expect(screenModuleAt(path)?.path).toBe(found);
  });

  it('is none where there is no screen', () => {
    for (const path of ['/nowhere', '/ticket=1234', '/mempool/7', '/tipsets/1/2/3']) expect(screenModuleAt(path)).toBeUndefined();
  });

  it('is there for everything in the navigation', () => {
    for (const { path } of ALL_SCREENS) expect(screenModuleAt(path)).toBeDefined();
  });
});
