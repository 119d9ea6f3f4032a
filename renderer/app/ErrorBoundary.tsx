import { IconAlertCircle, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { PanelState } from '../components/feedback/PanelState.tsx';
import { Button } from '../components/inputs/Button.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** A change, for example of the route, retries. */
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly failure: Error | undefined;
  readonly resetKey: string | undefined;
}

/** The code of a screen failed to load. React and the browser cache the failure, so only a new document retries. */
export class ScreenNotLoadedError extends Error {
  override readonly name = 'ScreenNotLoadedError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Contains a crash of one screen, so that the others keep working. */
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
            Reload screen
          </Button>
        }
      >
        This is a bug in Sextant, not a problem of the node. Other screens and the wallet are not affected.
      </PanelState>
    );
  }
}

function NotLoaded({ code }: { readonly code: string }) {
  return (
    <PanelState
      icon={IconPlugConnectedX}
      tone="warning"
      title="Could not load this screen"
      isAlert
      code={code}
      actions={
        <Button size="small" icon={IconRefresh} onClick={() => window.location.reload()}>
          Reload window
        </Button>
      }
    >
      Sextant did not respond. Reload the window once Sextant is running.
    </PanelState>
  );
}
