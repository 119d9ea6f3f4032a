import { IconAlertCircle, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { PanelState } from '../components/PanelState.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** A change of it, for example another route, is another try. */
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly failure: Error | undefined;
  readonly resetKey: string | undefined;
}

/** The code of a screen could not be fetched. React and the browser keep that answer: only a new document asks again. */
export class ScreenNotLoadedError extends Error {
  override readonly name = 'ScreenNotLoadedError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** A bug in one screen does not take the others with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(failure: unknown): Partial<ErrorBoundaryState> {
    return { failure: failure instanceof Error ? failure : new Error(String(failure)) };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { failure: undefined, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    if (failure instanceof ScreenNotLoadedError) return <NotLoaded code={failure.message} />;
    return (
      <PanelState
        icon={IconAlertCircle}
        tone="danger"
        title="This screen stopped working"
        isAlert
        code={failure.message}
        actions={
          <Button size="small" icon={IconRefresh} onClick={() => this.setState({ failure: undefined })}>
            Show it again
          </Button>
        }
      >
        It is a fault of Sextant, not of the node. The other screens and the wallet are not affected.
      </PanelState>
    );
  }
}

function NotLoaded({ code }: { readonly code: string }) {
  return (
    <PanelState
      icon={IconPlugConnectedX}
      tone="warning"
      title="This screen could not be loaded"
      isAlert
      code={code}
      actions={
        <Button size="small" icon={IconRefresh} onClick={() => window.location.reload()}>
          Reload the window
        </Button>
      }
    >
      Sextant did not answer when the screen was opened. Reload the window once Sextant is running.
    </PanelState>
  );
}
