/** Delayed appearance, so that quick answers do not flicker. */
import {keyframes} from '@mui/material/styles';

const appear = keyframes({from: {visibility: 'hidden'}, to: {visibility: 'visible'}});

/** @param patience milliseconds for which the element is hidden */
export const appearAfter = (patience: number) => ({animation: `${appear} 1ms ${patience}ms backwards`});
