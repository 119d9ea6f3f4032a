/** Path and query of the fragment: `#/inspector/7?path=result` is `/inspector/7` and `path=result`. */
export function splitFragment(fragment: string): readonly [path: string, search: string] {
  const text = fragment.replace(/^#?\/?/, '');
  const mark = text.indexOf('?');
  return mark === -1 ? [`/${text}`, ''] : [`/${text.slice(0, mark)}`, text.slice(mark + 1)];
}
