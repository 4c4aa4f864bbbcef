/** Warns about answered items of a template that changed while the record was being created. */
import {useEffect, useState} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import {useFormContext, useWatch} from 'react-hook-form';
import {changedItemProperty, itemField} from '../../../schema/fields/items.ts';
import {prefillFromSession} from '../../../schema/lifeCycle/answers.ts';
import {DRAFT_ONLY_FIELD} from '../../form/drafts/draftChanges.ts';
import {FieldValue} from '../../fields/FieldValue.tsx';
import {useConfig, useSession} from '../../session/context.ts';
import {itemSource, type RecordFormItem} from './templateForm.ts';

interface ChangedAnswer {
  item: RecordFormItem;
  /** The current item; undefined: removed. */
  now: RecordFormItem | undefined;
  answer: string;
}

/** The answered items of a template. A draft stores them with the answers, which have only item ids. */
interface AnsweredItems {
  of: number;
  items: readonly RecordFormItem[];
}
const isAnsweredItems = (value: unknown): value is AnsweredItems => {
  const {of, items} = (value ?? {}) as Partial<Record<keyof AnsweredItems, unknown>>;
  return typeof of === 'number' && Array.isArray(items);
};

/** Collects the answers to changed items, also across a reload, so that the user can copy or review them. */
const useChangedAnswers = (idTemplate: number, items: readonly RecordFormItem[]): readonly ChangedAnswer[] => {
  const config = useConfig();
  const session = useSession();
  const {getValues, setValue} = useFormContext();
  const [compared, setCompared] = useState<{snapshot: string; items: readonly RecordFormItem[]; changed: readonly ChangedAnswer[]}>(
    {snapshot: '', items, changed: []},
  );
  // Compared as JSON, because the form returns a new object each time.
  const snapshot = JSON.stringify(useWatch({name: DRAFT_ONLY_FIELD}) ?? null);
  if (compared.snapshot !== snapshot || compared.items !== items) {
    const stored: unknown = JSON.parse(snapshot);
    const answeredItems = isAnsweredItems(stored) && stored.of === idTemplate ? stored.items : [];
    const newChanges = answeredItems.flatMap((item): ChangedAnswer[] => {
      const now = items.find(({id}) => id === item.id);
      const answer: unknown = getValues(itemSource(item));
      const isTyped = typeof answer === 'string' && answer.trim() !== '' && prefillFromSession(config, item, session) === undefined;
      return isTyped && (now === undefined || changedItemProperty(item, now) !== undefined) ? [{item, now, answer}] : [];
    });
    setCompared({
      snapshot, items,
      changed: [...compared.changed.filter(earlier => !newChanges.some(({item}) => item.id === earlier.item.id)), ...newChanges],
    });
  }
  const {changed} = compared;
  useEffect(() => {
    // Removed items stay in the snapshot, as their answers stay in the form.
    const removedItems = changed.flatMap(({item}) => (items.some(({id}) => id === item.id) ? [] : [item]));
    const nextSnapshot = {of: idTemplate, items: [...items, ...removedItems]};
    if (JSON.stringify(nextSnapshot) !== snapshot) setValue(DRAFT_ONLY_FIELD, nextSnapshot);
  }, [snapshot, idTemplate, items, changed, setValue]);
  return changed;
};

const ChangedItem = ({item, now, answer}: ChangedAnswer) => {
  const config = useConfig();
  const typedAnswer = <strong><FieldValue field={itemField(config, item)} value={answer} /></strong>;
  if (now === undefined) return <>“{item.descricao}” saiu do formulário. Você tinha respondido: {typedAnswer}</>;
  if (changedItemProperty(item, now) === 'descricao') {
    return <>“{item.descricao}” agora é “{now.descricao}”: confira a resposta. Você tinha respondido: {typedAnswer}</>;
  }
  return <>“{item.descricao}” agora se preenche de outra forma: confira a resposta. Você tinha respondido: {typedAnswer}</>;
};

/** The live region is always rendered, because screen readers announce only changes inside an existing one. */
export const ChangedItems = ({idTemplate, items}: {idTemplate: number; items: readonly RecordFormItem[]}) => {
  const changed = useChangedAnswers(idTemplate, items);
  return (
    <Box role="status">
      {changed.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={{mb: 2}}>
          O formulário mudou enquanto você o preenchia.
          <Box component="ul" sx={{m: 0, pl: 2.5, overflowWrap: 'anywhere'}}>
            {changed.map(changedAnswer => <li key={changedAnswer.item.id}><ChangedItem {...changedAnswer} /></li>)}
          </Box>
        </Alert>
      )}
    </Box>
  );
};
