/** What comes into sight only when a wait grows long, so that quick answers do not flicker. */
import {keyframes} from '@mui/material/styles';

const appear = keyframes({from: {visibility: 'hidden'}, to: {visibility: 'visible'}});

/** @returns styles of an element that is hidden for its first `patience` milliseconds */
export const appearAfter = (patience: number) => ({animation: `${appear} 1ms ${patience}ms backwards`});
