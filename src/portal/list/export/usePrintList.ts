import {useLocation} from 'react-router-dom';
import {screens} from '../../../schema/paths.ts';
import {useConfig, useResource} from '../../session/context.ts';
import {useReach} from '../../navigation/useReach.ts';
import {withoutOverlayParams} from '../address/listSearch.ts';

export const usePrintList = (name: string): (() => void) => {
  const paper = screens(useConfig(), useResource(name)).print();
  const {search} = useLocation();
  const {print} = useReach();
  return () => print(paper + withoutOverlayParams(search));
};
