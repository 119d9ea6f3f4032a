/** The size that is set is unknown to the window: style sheets ask the container `page`, and measure in cqw and cqh. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const RENDERER = fileURLToPath(new URL('../../../../renderer', import.meta.url));
const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' });

describe('the size of the page', () => {
  it('is asked of the container, by every style sheet', () => {
    const sheets = files.filter((file) => file.endsWith('.css'));
    expect(sheets.length).toBeGreaterThan(50);
    for (const sheet of sheets) {
      const text = readFileSync(path.join(RENDERER, sheet), 'utf8').replace(/\/\*.*?\*\//gs, '');
      expect(text, sheet).not.toMatch(/@media[^{]*\b(?:width|height)\b/);
      expect(text, sheet).not.toMatch(/\d(?:d|s|l)?v(?:w|h|min|max)\b/);
    }
  });

  it('is no matter of a script either', () => {
    for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
      const text = readFileSync(path.join(RENDERER, file), 'utf8');
      expect(text, file).not.toMatch(/window\.inner(?:Width|Height)|\(max-width|\(min-width/);
    }
  });
});

describe('motion', () => {
  it('of every kind ends where less of it is asked for', () => {
    for (const sheet of files.filter((file) => file.endsWith('.css'))) {
      const text = readFileSync(path.join(RENDERER, sheet), 'utf8');
      const isMoving = /(?:animation|transition):(?!\s*none)(?![^;]*var\(--motion-)/.test(text);
      expect(!isMoving || text.includes('prefers-reduced-motion: reduce'), sheet).toBe(true);
    }
    for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
      expect(readFileSync(path.join(RENDERER, file), 'utf8'), file).not.toMatch(/behavior: 'smooth'/);
    }
  });
});
