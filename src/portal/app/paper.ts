/** What goes to paper is drawn in light colours: a page that is made for it, and any other while it is printed. */
import {useEffect, useState} from 'react';
import {flushSync} from 'react-dom';
import {matchPath, useLocation} from 'react-router-dom';
import {PRINT_PATH} from '../../schema/paths.ts';
import {useConfig} from '../session/context.ts';

/** Whether this is a page that is made to be printed: it has no bars. */
export const useIsPaper = (): boolean => {
  const {product: {basename}} = useConfig();
  return matchPath(`${basename}/:route/${PRINT_PATH}/:id?`, useLocation().pathname) !== null;
};

/** Whether what is drawn goes to paper now. */
export const useInPrint = (): boolean => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser takes the page as it is when this returns.
    const turn = ({type}: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    const events = ['beforeprint', 'afterprint'] as const;
    for (const event of events) window.addEventListener(event, turn);
    return () => events.forEach(event => window.removeEventListener(event, turn));
  }, []);
  return useIsPaper() || printing;
};
