/** A ticket's form as it was filled in, to be read. */
import {itemField} from '../../schema/items.ts';
import {FieldValue} from '../kinds/FieldValue.tsx';
import type {TicketItem} from '../parts/template/items.ts';
import {useConfig} from '../session/ConfigContext.tsx';
import {Fact, Facts} from './Facts.tsx';

export const ItemFacts = ({items}: {items: readonly TicketItem[]}) => {
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
