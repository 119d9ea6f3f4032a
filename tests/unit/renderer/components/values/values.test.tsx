import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { AddressText } from '../../../../../renderer/components/values/AddressText.tsx';
import { AmountText } from '../../../../../renderer/components/values/AmountText.tsx';
import { EpochText } from '../../../../../renderer/components/values/EpochText.tsx';
import { HashText } from '../../../../../renderer/components/values/HashText.tsx';
import { UntrustedText } from '../../../../../renderer/components/values/UntrustedText.tsx';
import { tallyOf } from '../../../../../renderer/lib/tally.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

async function draw(...args: Parameters<typeof render>): Promise<HTMLElement> {
  drawn = await render(...args);
  return drawn.container;
}

describe('AmountText', () => {
  it('shows the amount with its unit and the exact value on hover', async () => {
    const container = await draw(<AmountText value="46901590500000000000000" places={4} />);
    expect(container.textContent).toBe('46,901.5905FIL');
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe('46,901,590,500,000,000,000,000 attoFIL');
  });

  it('does not invent an amount', async () => {
    expect((await draw(<AmountText value="1.5e3" />)).textContent).toBe('unknown');
  });
});

describe('HashText and AddressText', () => {
  const cid = 'bafy2bzaceaesggm3loyfkzos2f7c7vsbrss5oxootlojhafru6vahl4z324zq';

  it('shortens a CID in the middle and keeps the whole on hover', async () => {
    const container = await draw(<HashText cid={cid} />);
    expect(container.textContent).toBe('bafy…l4z324zq');
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe(cid);
  });

  it('shows a hostile CID without its tricks', async () => {
    const container = await draw(<HashText cid={'bafy\u202e<img src=x>aaaaaaaaaaaaaaaaaaaaaaaa'} size="whole" />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('⟨U+202E⟩');
  });

  it('gives every address but ID addresses a tally, the same on every network', async () => {
    const container = await draw(
      <>
        <AddressText address="f01234567" />
        <AddressText address="f12bfjzzo2smaye2ars6mb4gsbvjr7qf6uvambdfa" name="Signer 2" />
      </>,
    );
    expect(container.querySelectorAll('svg')).toHaveLength(1);
    expect(container.textContent).toBe('f01234567Signer 2f12bfj…ambdfa');
    expect(tallyOf('f1abc')).toEqual(tallyOf('t1abc'));
  });
});

describe('EpochText', () => {
  const headTimeMs = Date.UTC(2001, 0, 1);

  it('counts from the wall clock, and from the head of an accelerated chain', async () => {
    const connections = new ManualTopic<unknown>({ activeId: 'a', capabilities: { isChainAccelerated: false } });
    const client = clientWith({
      connections: { changed: connections as never },
      chain: { headChanged: new ManualTopic<unknown>({ head: { timeMs: headTimeMs } }) as never },
    });
    const container = await draw(<EpochText height={1234567} timeMs={headTimeMs - 90_000} />, client);
    expect(container.textContent).toMatch(/^1,234,567\d+ y( \d+ mo)? ago$/);
    await act(async () => {
      connections.set({ activeId: 'a', capabilities: { isChainAccelerated: true } });
      await expect.poll(() => container.textContent).toBe('1,234,5671 min ago');
    });
  });

  it('counts from a head that is ahead of the clock, whoever is wrong', async () => {
    const aheadMs = Date.UTC(2100, 0, 1);
    const client = clientWith({
      connections: { changed: new ManualTopic<unknown>({ activeId: 'a', capabilities: { isChainAccelerated: false } }) as never },
      chain: { headChanged: new ManualTopic<unknown>({ head: { timeMs: aheadMs } }) as never },
    });
    const container = await draw(<EpochText height={7} timeMs={aheadMs + 600_000} />, client);
    expect(container.textContent).toBe('7in 10 min');
  });
});

describe('UntrustedText', () => {
  const HOSTILE = [
    '<script>window.stolen = true</script>',
    '<img src=x onerror="window.stolen = true">',
    '"><svg onload=alert(1)>',
    'javascript:alert(1)',
    'safe\u202egpj.exe',
    'a\u0000b\u001b[31mred',
    'x\u200by\ufeffz',
    '{{constructor.constructor("return 1")()}}',
    '\ud800 alone',
  ];

  it.each(HOSTILE)('shows %j as text', async (text) => {
    const container = await draw(<UntrustedText text={text} />);
    expect(container.querySelector('script, img, svg, a')).toBeNull();
    expect(container.textContent).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(Reflect.get(window, 'stolen')).toBeUndefined();
  });

  it('isolates its direction and caps its length', async () => {
    const container = await draw(<UntrustedText text={'ب'.repeat(5000)} maximumLength={100} />);
    expect(container.querySelector('bdi')).not.toBeNull();
    expect(container.textContent).toBe(`${'ب'.repeat(100)}… 4,900 more characters`);
  });
});
