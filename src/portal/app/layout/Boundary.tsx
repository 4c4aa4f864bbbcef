/** Keeps a screen that breaks from taking the menu down with it. */
import {Component, type ReactNode} from 'react';
import Button from '@mui/material/Button';
import {useResetErrorBoundaryOnLocationChange} from 'ra-core';
import {useConfig} from '../../session/context.ts';
import {Message} from '../../ui/Message.tsx';
import {PageTitle} from '../../ui/PageTitle.tsx';

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

interface BoundaryProps {
  children: ReactNode;
}

/** Give it the address as `key`: another screen gets another chance. */
export class Boundary extends Component<BoundaryProps, {broken: boolean}> {
  override state = {broken: false};

  static getDerivedStateFromError(): {broken: boolean} {
    return {broken: true};
  }

  override render(): ReactNode {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}
