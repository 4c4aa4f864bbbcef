import {useLocation} from 'react-router-dom';
import {screens} from '../../../schema/paths.ts';
import {useConfig, useResource} from '../../session/context.ts';
import {useScreenNavigation} from '../../navigation/useScreenNavigation.ts';
import {withoutOverlayParams} from '../address/listSearch.ts';

export const usePrintList = (name: string): (() => void) => {
  const paper = screens(useConfig(), useResource(name)).print();
  const {search} = useLocation();
  const {print} = useScreenNavigation();
  return () => print(paper + withoutOverlayParams(search));
};
