/** A frozen form as it was filled in, to be read. */
import {itemField} from '../../../schema/fields/items.ts';
import {FieldValue} from '../../kinds/FieldValue.tsx';
import {useConfig} from '../../session/ConfigContext.tsx';
import {Fact, Facts} from '../../ui/Facts.tsx';
import type {FormItem} from './form.ts';

export const ItemFacts = ({items}: {items: readonly FormItem[]}) => {
  const config = useConfig();
  return (
    <Facts>
      {items.map(item => (
        <Fact key={item.id} label={item.descricao} aviso={item.aviso ?? undefined}>
          <FieldValue field={itemField(config, item)} value={item.valor} />
        </Fact>
      ))}
    </Facts>
  );
};
