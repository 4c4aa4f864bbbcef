/** What was answered to items of a template that changed while a record is made. */
import {useEffect, useState} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import {useFormContext, useWatch} from 'react-hook-form';
import {changedItemProperty, itemField} from '../../../schema/fields/items.ts';
import {prefillFromSession} from '../../../schema/lifeCycle/answers.ts';
import {BESIDE} from '../../form/drafts/changes.ts';
import {FieldValue} from '../../kinds/FieldValue.tsx';
import {useConfig, useSession} from '../../session/context.ts';
import {sourceOf, type FormItem} from './form.ts';

/** An item that is another than when somebody answered it. */
interface Changed {
  /** As it was. */
  item: FormItem;
  /** As it is; undefined: it is gone. */
  now: FormItem | undefined;
  answer: string;
}

/** The questions of a template as they were asked, which a draft keeps with the answers: these have no more than an item's id. */
interface Questions {
  of: number;
  items: readonly FormItem[];
}
const isQuestions = (kept: unknown): kept is Questions => {
  const {of, items} = (kept ?? {}) as Partial<Record<keyof Questions, unknown>>;
  return typeof of === 'number' && Array.isArray(items);
};

/**
 * What somebody answered before the template changed under them, also before the page was loaded again: it stays in sight, to be copied or
 * looked at again.
 */
const useChanged = (idTemplate: number, items: readonly FormItem[]): readonly Changed[] => {
  const config = useConfig();
  const session = useSession();
  const {getValues, setValue} = useFormContext();
  const [seen, setSeen] = useState<{kept: string; items: readonly FormItem[]; changed: readonly Changed[]}>({kept: '', items, changed: []});
  // By what it says: the form hands out another object each time.
  const kept = JSON.stringify(useWatch({name: BESIDE}) ?? null);
  if (seen.kept !== kept || seen.items !== items) {
    const asked: unknown = JSON.parse(kept);
    const before = isQuestions(asked) && asked.of === idTemplate ? asked.items : [];
    const found = before.flatMap((item): Changed[] => {
      const now = items.find(({id}) => id === item.id);
      const answer: unknown = getValues(sourceOf(item));
      const isTyped = typeof answer === 'string' && answer.trim() !== '' && prefillFromSession(config, item, session) === undefined;
      return isTyped && (now === undefined || changedItemProperty(item, now) !== undefined) ? [{item, now, answer}] : [];
    });
    setSeen({kept, items, changed: [...seen.changed.filter(one => !found.some(({item}) => item.id === one.item.id)), ...found]});
  }
  const {changed} = seen;
  useEffect(() => {
    // One that is gone stays among them, as its answer does among the answers.
    const gone = changed.flatMap(({item}) => (items.some(({id}) => id === item.id) ? [] : [item]));
    const next = {of: idTemplate, items: [...items, ...gone]};
    if (JSON.stringify(next) !== kept) setValue(BESIDE, next);
  }, [kept, idTemplate, items, changed, setValue]);
  return changed;
};

const ChangedItem = ({item, now, answer}: Changed) => {
  const config = useConfig();
  const typed = <strong><FieldValue field={itemField(config, item)} value={answer} /></strong>;
  if (now === undefined) return <>“{item.descricao}” saiu do formulário. Você tinha respondido: {typed}</>;
  if (changedItemProperty(item, now) === 'descricao') {
    return <>“{item.descricao}” agora é “{now.descricao}”: confira a resposta. Você tinha respondido: {typed}</>;
  }
  return <>“{item.descricao}” agora se preenche de outra forma: confira a resposta. Você tinha respondido: {typed}</>;
};

/** It is there from the start, so that a screen reader says what changed. */
export const ChangedItems = ({idTemplate, items}: {idTemplate: number; items: readonly FormItem[]}) => {
  const changed = useChanged(idTemplate, items);
  return (
    <Box role="status">
      {changed.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={{mb: 2}}>
          O formulário mudou enquanto você o preenchia.
          <Box component="ul" sx={{m: 0, pl: 2.5, overflowWrap: 'anywhere'}}>
            {changed.map(one => <li key={one.item.id}><ChangedItem {...one} /></li>)}
          </Box>
        </Alert>
      )}
    </Box>
  );
};
