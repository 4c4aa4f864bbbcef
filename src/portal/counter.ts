/** The chunk that the login loads at the first action. */
import {createPublicPageModules} from './pages/login/publicPageModules.ts';
import {words} from './words.ts';

export const counter = createPublicPageModules(words);
