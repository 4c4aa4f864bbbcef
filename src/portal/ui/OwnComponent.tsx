/** Draws a component of own code, which is loaded when it is first drawn (docs/own.md). */
import {Component, lazy, Suspense, useState, type ReactNode} from 'react';
import Alert from '@mui/material/Alert';
import type {LoadComponent} from '../session/ownScreens.ts';
import {FormSkeleton} from './FormSkeleton.tsx';

/** Keeps a fault of own code away from the record that its panel stands in. */
export class OwnCodeBoundary extends Component<{title: string; children: ReactNode}, {failed: boolean}> {
  override state = {failed: false};

  static getDerivedStateFromError(): {failed: boolean} {
    return {failed: true};
  }

  override render(): ReactNode {
    return this.state.failed
      ? <Alert severity="error" variant="outlined">O painel “{this.props.title}” parou de funcionar. O registro não foi afetado.</Alert>
      : this.props.children;
  }
}

export const OwnComponent = <Props extends object>({load, ...props}: Props & {load: LoadComponent<Props>}) => {
  const [Loaded] = useState(() => lazy(load));
  return <Suspense fallback={<FormSkeleton inputs={2} />}><Loaded {...props as unknown as Props} /></Suspense>;
};
