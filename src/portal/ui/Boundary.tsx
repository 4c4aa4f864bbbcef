/**
 * Keeps a screen that breaks from taking the menu down with it, and draws once more what somebody else's script broke (rules: Screens 24).
 */
import {Component, Fragment, useEffect, type ReactNode} from 'react';
import Button from '@mui/material/Button';
import {useResetErrorBoundaryOnLocationChange} from 'ra-core';
import {useConfig} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {Message} from './Message.tsx';
import {PageTitle} from './PageTitle.tsx';

/** A browser does not fetch again what once did not come: another try is another page. Drafts outlive it. */
const retry = (): void => window.location.reload();

const Broken = () => (
  <>
    <PageTitle tab={useConfig().product.pageTitle} heading="Algo deu errado" />
    <Message
      alert
      icon="exclamation"
      title="Esta tela parou de funcionar."
      action={<Button variant="contained" onClick={retry}>Tentar de novo</Button>}
    >
      O que já foi salvo está guardado, e os rascunhos de formulários também.
    </Message>
  </>
);

/** The same where the frame itself broke. */
export const AppError = ({resetErrorBoundary}: {resetErrorBoundary: (...details: unknown[]) => void}) => {
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  return <Broken />;
};

/** Milliseconds after a redraw within which another fault is not answered by one more. */
const REDRAWN_MS = 5000;

/** A browser's translator or extension moved or removed nodes that React keeps: what is drawn anew has its own again. */
const isForeignChange = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

/** Tells that what stands beside it was drawn anew. */
const Redrawn = () => {
  const toasts = useToasts();
  useEffect(() => toasts.warning('Uma extensão do navegador alterou a página; ela foi desenhada de novo.'), [toasts]);
  return null;
};

interface BoundaryProps {
  children: ReactNode;
  /** A part that has nothing to say in its place: what cannot be drawn is the fault of what stands around it. */
  part?: true;
}

interface BoundaryState {
  /** undefined: all is drawn. */
  error: unknown;
  /** How often its content was drawn anew. */
  turn: number;
  broken: boolean;
}

/** Give it the address as `key`: another screen gets another chance. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {error: undefined, turn: 0, broken: false};

  private redrawnAt = -Infinity;
  /** One commit may fail at many nodes: it is one fault. */
  private seen: BoundaryState | undefined;

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return {error};
  }

  override componentDidCatch(error: unknown): void {
    if (this.seen === this.state) return;
    this.seen = this.state;
    const now = performance.now();
    if (!isForeignChange(error) || now - this.redrawnAt < REDRAWN_MS) {
      this.setState({broken: true});
      return;
    }
    this.redrawnAt = now;
    this.setState(({turn}) => ({error: undefined, turn: turn + 1}));
  }

  override render(): ReactNode {
    const {error, turn, broken} = this.state;
    if (broken && this.props.part) throw error;
    if (broken) return <Broken />;
    return error === undefined && (
      <>
        {turn > 0 && <Redrawn key={turn} />}
        <Fragment key={`redraw-${turn}`}>{this.props.children}</Fragment>
      </>
    );
  }
}
