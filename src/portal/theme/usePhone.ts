import type {Theme} from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

export const usePhone = (): boolean => useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
