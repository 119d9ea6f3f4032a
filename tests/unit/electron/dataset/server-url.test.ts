import { describe, expect, test } from 'vitest';
import { formatServerUrl, parseServerUrl } from '../../../../electron/dataset/server/server-url.ts';

describe('the URL of a server', () => {
  test.each([
    [
      'postgresql://ada@db.example:6432/market',
      { host: 'db.example', port: 6432, database: 'market', user: 'ada', sslMode: 'verify-full' },
    ],
    ['postgres://ada@127.0.0.1/market', { host: '127.0.0.1', port: 5432, database: 'market', user: 'ada', sslMode: 'disable' }],
    ['postgresql://ada@[::1]:5433/market', { host: '::1', port: 5433, database: 'market', user: 'ada', sslMode: 'disable' }],
    [
      'postgresql://a%40b@db.example/m%20x?sslmode=disable',
      { host: 'db.example', port: 5432, database: 'm x', user: 'a@b', sslMode: 'disable' },
    ],
    [
      'postgresql://ada@localhost/market?sslrootcert=/etc/ca.crt',
      { host: 'localhost', port: 5432, database: 'market', user: 'ada', sslMode: 'verify-full', caFile: '/etc/ca.crt' },
    ],
  ])('%s', (text, address) => {
    expect(parseServerUrl(text)).toEqual(address);
    expect(parseServerUrl(formatServerUrl(parseServerUrl(text)))).toEqual(address);
  });

  test.each([
    ['https://db.example/market', 'Not a database server URL.'],
    ['postgresql://ada:secret@db.example/market', 'The URL contains a password.'],
    ['postgresql://db.example/market', 'The URL has no user.'],
    ['postgresql://ada@db.example', 'The URL has no database.'],
    ['postgresql://ada@one,two/market', 'The URL must have exactly one host.'],
    ['postgresql://ada@db.example/market?sslmode=prefer', 'sslmode=prefer does not verify the server’s identity.'],
    ['postgresql://ada@db.example/market?sslmode=require', 'sslmode=require does not verify the server’s identity.'],
    ['postgresql://ada@db.example/market?options=x', 'Unknown parameter options'],
    ['postgresql://ada@db.example/market?sslmode=disable&sslrootcert=/ca', 'sslrootcert has no effect'],
    ['postgresql://ada@db.example/%E0%A4%A', 'invalid % sequence'],
  ])('%s is refused without the text of a password', (text, sentence) => {
    expect(() => parseServerUrl(text)).toThrow(sentence);
    expect(() => parseServerUrl(text)).not.toThrow(/secret/);
  });
});
