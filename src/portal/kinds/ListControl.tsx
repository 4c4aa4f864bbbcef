/** One row of a fixed list, as the API names it (Transgenia, file types; rules: Lists 11). */
import type {FieldOf} from '../../schema/fields.ts';
import type {ControlProps} from './control.ts';
import {Select} from './Select.tsx';
import {useListRows} from './options.ts';

export const ListControl = (props: ControlProps<FieldOf<'lista'>>) => <Select {...props} options={useListRows(props.field.list)} />;
