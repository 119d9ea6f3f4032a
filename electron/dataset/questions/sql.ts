/** SQL fragments with bound values: a value never becomes part of the statement's text. */
import type { SqlValue } from '../engine.ts';

const sqlBrand: unique symbol = Symbol('sql');

export interface Sql {
  readonly [sqlBrand]: true;
  /** One more text than values. */
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];
}

/** Tagged template: fragments are inserted, other values are bound. */
export function sql(texts: TemplateStringsArray, ...values: readonly (SqlValue | Sql)[]): Sql {
  const parts: string[] = [texts[0] ?? ''];
  const bound: SqlValue[] = [];
  const write = (text: string): void => {
    parts.push((parts.pop() ?? '') + text);
  };
  for (const [index, value] of values.entries()) {
    if (isSql(value)) {
      for (const [at, text] of value.texts.entries()) {
        if (at > 0) parts.push('');
        write(text);
      }
      bound.push(...value.values);
    } else {
      parts.push('');
      bound.push(value);
    }
    write(texts[index + 1] ?? '');
  }
  return { [sqlBrand]: true, texts: parts, values: bound };
}

/** Trusted text, such as column names; never user or node input. */
export function raw(text: string): Sql {
  return { [sqlBrand]: true, texts: [text], values: [] };
}

export function join(pieces: readonly Sql[], separator: string): Sql {
  const between = raw(separator);
  return pieces.reduce((all, piece, index) => (index === 0 ? piece : sql`${all}${between}${piece}`), raw(''));
}

export const TRUE = raw('TRUE');
export const FALSE = raw('FALSE');

/** All conditions hold; each must be two-valued (never NULL). */
export function allOf(conditions: readonly Sql[]): Sql {
  const parts = conditions.filter((condition) => condition !== TRUE);
  if (parts.includes(FALSE)) return FALSE;
  return parts.length === 0 ? TRUE : parts.length === 1 ? (parts[0] ?? TRUE) : sql`(${join(parts, ' AND ')})`;
}

/** At least one condition holds; each must be two-valued. */
export function anyOf(conditions: readonly Sql[]): Sql {
  const parts = conditions.filter((condition) => condition !== FALSE);
  if (parts.includes(TRUE)) return TRUE;
  return parts.length === 0 ? FALSE : parts.length === 1 ? (parts[0] ?? FALSE) : sql`(${join(parts, ' OR ')})`;
}

export function not(condition: Sql): Sql {
  return condition === TRUE ? FALSE : condition === FALSE ? TRUE : sql`(NOT ${condition})`;
}

/** The statement with its parameters as $1, $2 … */
export function render({ texts, values }: Sql): { readonly text: string; readonly parameters: readonly SqlValue[] } {
  return { text: texts.map((text, index) => (index === 0 ? text : `$${index}${text}`)).join(''), parameters: values };
}

function isSql(value: SqlValue | Sql): value is Sql {
  return typeof value === 'object' && value !== null && sqlBrand in value;
}
