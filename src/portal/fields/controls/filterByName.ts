/** Filters options by a part of their name, compared as in the server's searches. */
import {createFilterOptions} from '@mui/material/Autocomplete';
import {normaliseTextOrEmpty, toComparableText} from '../../../schema/fields/text.ts';

export const filterByName = <T extends {name: string}>(limit?: number): ReturnType<typeof createFilterOptions<T>> => {
  const filter = createFilterOptions<T>({stringify: option => toComparableText(option.name), ...(limit !== undefined && {limit})});
  return (options, state) => filter(options, {...state, inputValue: toComparableText(normaliseTextOrEmpty(state.inputValue))});
};
