import { ResultPage } from './ResultPage.tsx';

/** The document was opened for a key that the vault does not have. */
export function NoSuchKey() {
  return (
    <ResultPage
      title="This key is not in the vault"
      hint="Nothing was changed."
      note={{ tone: 'warning', title: 'There is nothing to do here', text: 'It was deleted, or the vault is another one now.' }}
    />
  );
}
