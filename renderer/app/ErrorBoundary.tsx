import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
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
