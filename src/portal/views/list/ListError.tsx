/** A list that could not be read: another try, and without the filters when it is they that were refused. */
import {useListContext} from 'ra-core';
import {statusOfError} from '../../errors.ts';
import {LoadError} from '../LoadError.tsx';
import {useFilters} from '../useFilters.ts';

const REFUSED = 400;

export const ListError = ({name, error}: {name: string; error: unknown}) => {
  const {refetch} = useListContext();
  const {clear} = useFilters(name);
  return <LoadError error={error} retry={() => void refetch()} {...(statusOfError(error) === REFUSED ? {instead: {label: 'Limpar filtros', run: clear}} : {})} />;
};
