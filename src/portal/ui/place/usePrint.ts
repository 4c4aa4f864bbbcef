/** The way to paper: to the address of what is printed, asking for the printer once it is there. */
import {useNavigate} from 'react-router-dom';
import {PRINT} from '../../../schema/paths.ts';
import {useReach} from './useReach.ts';

/** @returns goes there */
export const usePrint = (): ((address: string) => void) => {
  const {state} = useReach();
  const navigate = useNavigate();
  return address => void navigate(address, {state: {...state, [PRINT]: true}});
};
