/** A dialog as wide as a form, with a close button; full screen on a phone. */
import type {ReactNode} from 'react';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import {useIsPhone} from '../theme/useIsPhone.ts';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export const Modal = ({title, onClose, children}: Props) => (
  <Dialog open fullWidth maxWidth="md" fullScreen={useIsPhone()} onClose={onClose}>
    <DialogTitle sx={{display: 'flex', alignItems: 'start', gap: 1}}>
      <Box component="span" sx={{flexGrow: 1, overflowWrap: 'anywhere'}}>{title}</Box>
      <IconButton edge="end" size="small" aria-label="Fechar" onClick={onClose}><CloseIcon /></IconButton>
    </DialogTitle>
    {children}
  </Dialog>
);
