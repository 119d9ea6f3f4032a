import { expect, it } from 'vitest';
import { marketUrlProblem } from '../../../../shared/deals/market-url.ts';
import { zMarketSource } from '../../../../shared/ipc/schemas/dataset.ts';

it.each(['https://example.com/StateMarketDeals.json.zst', 'http://127.0.0.1:9/a?key=a@b', ' https://example.com/a@b '])(
  'takes %s',
  (url) => {
    expect(marketUrlProblem(url)).toBe(undefined);
  },
);

it.each(['', 'ftp://example.com/a', 'https://', 'https://exa mple.com/'])('refuses %j', (url) => {
  expect(marketUrlProblem(url)).toMatch(/^Enter /);
});

it.each(['https://me:secret@example.com/a', 'HTTP://token@example.com', 'https://me:p@ss@example.com'])(
  'refuses the login in %s',
  (url) => {
    expect(marketUrlProblem(url)).toContain('user name or password');
    expect(zMarketSource.safeParse({ url }).success).toBe(false);
  },
);
