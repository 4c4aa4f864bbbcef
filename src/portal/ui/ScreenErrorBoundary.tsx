/** Error boundary of a screen, which redraws once after a browser extension changed the DOM (rules: Screens 24). */
import {Component, Fragment, useEffect, type ReactNode} from 'react';
import Button from '@mui/material/Button';
import {useResetErrorBoundaryOnLocationChange} from 'ra-core';
import {useConfig} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {Message} from './Message.tsx';
import {PageTitle} from './PageTitle.tsx';

/** Reloads, because a browser does not fetch a failed module again. */
const reloadPage = (): void => window.location.reload();

const BrokenScreen = () => (
  <>
    <PageTitle tab={useConfig().product.pageTitle} heading="Algo deu errado" />
    <Message
      alert
      icon="exclamation"
      title="Esta tela parou de funcionar."
      action={<Button variant="contained" onClick={reloadPage}>Tentar de novo</Button>}
    >
      O que já foi salvo está guardado, e os rascunhos de formulários também.
    </Message>
  </>
);

/** The error screen outside of the frame. */
export const AppError = ({resetErrorBoundary}: {resetErrorBoundary: (...details: unknown[]) => void}) => {
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  return <BrokenScreen />;
};

/** Milliseconds after a redraw in which another fault breaks the screen. */
const REDRAWN_MS = 5000;

/** React throws NotFoundError where a translator or extension has moved or removed its nodes. */
const isForeignChange = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

const Redrawn = () => {
  const toasts = useToasts();
  useEffect(() => toasts.warning('Uma extensão do navegador alterou a página; ela foi desenhada de novo.'), [toasts]);
  return null;
};

interface BoundaryProps {
  children: ReactNode;
  /** A part of a screen: its fault passes to the boundary around it. */
  part?: true;
}

interface BoundaryState {
  error: unknown;
  redrawCount: number;
  broken: boolean;
}

/** Takes the address as `key`, so that another screen is tried. */
export class ScreenErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {error: undefined, redrawCount: 0, broken: false};

  private redrawnAt = -Infinity;
  /** The state whose fault is handled, because one commit may fail at many nodes. */
  private handledState: BoundaryState | undefined;

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return {error};
  }

  override componentDidCatch(error: unknown): void {
    if (this.handledState === this.state) return;
    this.handledState = this.state;
    const now = performance.now();
    if (!isForeignChange(error) || now - this.redrawnAt < REDRAWN_MS) {
      this.setState({broken: true});
      return;
    }
    this.redrawnAt = now;
    this.setState(({redrawCount}) => ({error: undefined, redrawCount: redrawCount + 1}));
  }

  override render(): ReactNode {
    const {error, redrawCount, broken} = this.state;
    if (broken && this.props.part) throw error;
    if (broken) return <BrokenScreen />;
    return error === undefined && (
      <>
        {redrawCount > 0 && <Redrawn key={redrawCount} />}
        <Fragment key={`redraw-${redrawCount}`}>{this.props.children}</Fragment>
      </>
    );
  }
}
