/** Throws a restored draft away, after a question: what was typed cannot be had back. */
import {useState} from 'react';
import Button from '@mui/material/Button';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';

export const DiscardDraft = ({onDiscard}: {onDiscard: () => void}) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button color="inherit" size="small" onClick={() => setAsking(true)}>Descartar</Button>
      <ConfirmDialog
        open={asking}
        title="Descartar o rascunho"
        question="O que foi digitado e não foi salvo será apagado. Deseja descartar?"
        confirm="Descartar"
        back="Manter o rascunho"
        tone="danger"
        onConfirm={onDiscard}
        onClose={() => setAsking(false)}
      />
    </>
  );
};
