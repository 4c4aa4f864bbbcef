/** Whether there is no more room than a phone has. */
import type {Theme} from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

export const usePhone = (): boolean => useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
