/** Options by a part of their name, compared as the server's searches do. */
import {createFilterOptions} from '@mui/material/Autocomplete';
import {normaliseTextOrEmpty, toComparableText} from '../../../schema/fields/text.ts';

/** @param limit how many are shown; absent: all */
export const filterByName = <T extends {name: string}>(limit?: number): ReturnType<typeof createFilterOptions<T>> => {
  const filter = createFilterOptions<T>({stringify: option => toComparableText(option.name), ...(limit !== undefined && {limit})});
  return (options, state) => filter(options, {...state, inputValue: toComparableText(normaliseTextOrEmpty(state.inputValue))});
};
