/** What could not be loaded, or not again, and another try: above what is still there, or in the place of a part. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type {OtherWay} from './LoadError.tsx';

export interface NotLoadedProps {
  what: string;
  onRetry: () => void;
  /** `same`: an older state of it is shown; `other`: what was there before, which is something else. */
  kept?: 'same' | 'other' | undefined;
  instead?: OtherWay | undefined;
}

const sentence = ({what, kept}: NotLoadedProps): string => {
  if (kept === 'same') return `Não foi possível atualizar ${what}. O que você vê pode estar desatualizado.`;
  return `Não foi possível carregar ${what}.${kept === 'other' ? ' O que você vê é o que estava aqui antes.' : ''}`;
};

export const NotLoaded = (props: NotLoadedProps) => {
  const {kept, onRetry, instead} = props;
  return (
    <Alert
      severity={kept ? 'warning' : 'error'}
      variant={kept ? 'outlined' : 'standard'}
      action={(
        <>
          <Button color="inherit" size="small" onClick={onRetry} sx={{whiteSpace: 'nowrap'}}>Tentar de novo</Button>
          {instead && <Button color="inherit" size="small" onClick={instead.run} sx={{whiteSpace: 'nowrap'}}>{instead.label}</Button>}
        </>
      )}
    >
      {sentence(props)}
    </Alert>
  );
};
