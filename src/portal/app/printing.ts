/** Detects print pages and running prints, which use the light theme. */
import {useEffect, useState} from 'react';
import {flushSync} from 'react-dom';
import {matchPath, useLocation} from 'react-router-dom';
import {PRINT_PATH} from '../../schema/paths.ts';
import {useConfig} from '../session/context.ts';

export const useIsPrintPage = (): boolean => {
  const {product: {basename}} = useConfig();
  return matchPath(`${basename}/:route/${PRINT_PATH}/:id?`, useLocation().pathname) !== null;
};

export const useIsPrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // flushSync, because the browser prints the page as it is when the listener returns.
    const onPrint = ({type}: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    const events = ['beforeprint', 'afterprint'] as const;
    for (const event of events) window.addEventListener(event, onPrint);
    return () => events.forEach(event => window.removeEventListener(event, onPrint));
  }, []);
  return useIsPrintPage() || printing;
};
