/** The items of the chosen template in the form of a new record. */
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {useWatch} from 'react-hook-form';
import type {Resource} from '../../../schema/shapes/config.ts';
import {itemField} from '../../../schema/fields/items.ts';
import {useConfig} from '../../session/context.ts';
import {NotLoaded} from '../../ui/LoadError.tsx';
import {Columns} from '../../ui/Section.tsx';
import {FieldValue} from '../../fields/FieldValue.tsx';
import {Fact, Facts} from '../../ui/Facts.tsx';
import {ChangedItems} from './ChangedItems.tsx';
import {useTemplateItems, type RecordFormItem} from './templateForm.ts';
import {ItemInputs} from './ItemInputs.tsx';

export const ItemFacts = ({items}: {items: readonly RecordFormItem[]}) => {
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

export const TemplateItems = ({resource}: {resource: Resource}) => {
  const {by = ''} = resource.template ?? {};
  const idTemplate = Number(useWatch({name: by}) ?? 0);
  const {messages} = useConfig();
  const {data, isError, refetch} = useTemplateItems(resource, idTemplate);
  if (idTemplate === 0) return <Typography color="text.secondary">Escolha o formulário para ver os campos.</Typography>;
  if (isError && data === undefined) {
    return <NotLoaded subject="os campos" onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Columns>{[1, 2, 3, 4].map(row => <Skeleton key={row} variant="rounded" height={64} />)}</Columns>;
  return (
    <>
      <ChangedItems key={idTemplate} idTemplate={idTemplate} items={data} />
      {data.length === 0
        ? <Alert severity="warning">{messages['formEmpty']} Este modelo ainda não tem itens.</Alert> : <ItemInputs items={data} />}
    </>
  );
};
