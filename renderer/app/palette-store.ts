import { createSpotlight } from '@mantine/spotlight';

const [store, control] = createSpotlight();

/** The palette's state; one palette a document. */
export const paletteStore = store;
export const palette = control;

/** Marks the first entry. The palette does it by itself when the text changes, but not for hits that a node sends later. */
export function markFirstEntry(): void {
  const { listId } = store.getState();
  const list = listId === '' ? null : document.getElementById(listId);
  if (list === null) return;
  for (const marked of list.querySelectorAll('[data-selected]')) marked.removeAttribute('data-selected');
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}
