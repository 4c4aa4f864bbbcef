/** The chunk that the login loads at the first action. */
import {counterWith} from './pages/login/counter.ts';
import {words} from './words.ts';

export const counter = counterWith(words);
