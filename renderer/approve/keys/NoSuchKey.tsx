import { ResultPage } from './ResultPage.tsx';

/** Shown if the vault does not have the key that the document was opened for. */
export function NoSuchKey() {
  return (
    <ResultPage
      title="This key is not in the vault"
      hint="Nothing was changed."
      note={{ tone: 'warning', title: 'Nothing to do', text: 'The key was deleted, or the vault was replaced.' }}
    />
  );
}
