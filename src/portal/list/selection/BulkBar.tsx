/** The bulk actions of the selected rows in one line; those that do not fit are behind 'Mais'. */
import {useEffect, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {useDataProvider, useListContext} from 'ra-core';
import {MAX_BULK_RECORDS} from '../../../schema/words/bulk.ts';
import {ActionButton} from '../../actions/ActionButton.tsx';
import {MoreActions} from '../../actions/MoreActions.tsx';
import {useFittingChildCount} from '../../actions/useFittingChildCount.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {TOUCH_SCREEN} from '../../theme/tokens.ts';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {readPages} from '../../api/readPages.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {judgeAction, type JudgedAction} from '../../api/actionVerdicts.ts';
import {bulkActions, groupByReason, type BulkAction} from './bulkActions.ts';
import type {Selection} from './selection.ts';

export interface BulkBarProps {
  resource: string;
  selection: Selection;
  /** The caller draws the dialog, because the bar is remounted when the width changes. */
  onAsk: (asked: BulkAction) => void;
}

/** The label counts the rows the action applies to; without any, it is refused with the reasons. */
const toJudgedAction = ({name, action, allowedRows: rows, ...rest}: BulkAction): JudgedAction => {
  const label = action.many ?? action.label;
  return {
    name,
    action: {...action, label: rows.length === 0 ? label : `${label} (${rows.length})`},
    verdict: rows.length > 0
      ? {allowed: true}
      : {allowed: false, why: 'condicao', reason: groupByReason(rest).map(({reason}) => reason).join(' ')},
  };
};

export const BulkBar = ({resource: name, selection, onAsk}: BulkBarProps) => {
  const {config, resource, session} = useResourceAndSession(name);
  const {bar, room} = useFittingChildCount();
  const all = bulkActions(resource, session.perfil, selection.rows, (action, row) => judgeAction(config, resource, action, row, session));
  const phone = useIsPhone();
  const judgedActions = all.map(toJudgedAction);
  // A phone shows one or two actions, so allowed ones come first.
  const actions = phone
    ? judgedActions.toSorted((left, right) => Number(right.verdict.allowed) - Number(left.verdict.allowed))
    : judgedActions;
  const askFor = (actionName: string) => {
    const bulkAction = all.find(({name: candidateName}) => candidateName === actionName);
    if (bulkAction !== undefined) onAsk(bulkAction);
  };
  const more = actions.slice(room);
  return (
    <Box
      role="group"
      aria-label="Ações sobre os selecionados"
      sx={{display: 'flex', alignItems: 'center', flexWrap: {xs: 'wrap', sm: 'nowrap'}, gap: 1, flex: '1 1 0', minWidth: 0}}
    >
      <Box sx={{display: 'flex', gap: 1, flex: '1 1 0', minWidth: 130}}>
        <Box
          ref={bar}
          // Padding for the focus ring.
          sx={{
            display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 2, minWidth: 0, height: 40, overflow: 'hidden', p: 0.5, m: -0.5,
            [TOUCH_SCREEN]: {height: 52},
          }}
        >
          {actions.map((judged, index) => (
            <Box key={judged.name} sx={index < room ? {} : {visibility: 'hidden'}}>
              <ActionButton judgedAction={judged} small onClick={() => askFor(judged.name)} />
            </Box>
          ))}
        </Box>
        {more.length > 0 && <MoreActions small actions={more} onStart={askFor} />}
      </Box>
      <SelectFilter name={name} selection={selection} />
      <Button size="small" sx={{flexShrink: 0}} onClick={selection.clear}>Limpar seleção</Button>
    </Box>
  );
};

/** Selects the rows that match the list's filters, in its order, up to {@link MAX_BULK_RECORDS}. */
const useSelectFilter = (name: string, selection: Selection) => {
  const dataProvider = useDataProvider();
  const toasts = useToasts();
  const list = useListContext<Row>();
  const [readCount, setReadCount] = useState<number>();
  const controller = useRef<AbortController>(undefined);
  const stop = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (): Promise<void> => {
    if (readCount !== undefined) return;
    const {signal} = (controller.current = new AbortController());
    setReadCount(0);
    try {
      await readPages(dataProvider, name, {
        sort: list.sort, filter: list.filterValues as Record<string, unknown>, signal, maxRows: MAX_BULK_RECORDS,
        // Rows are selected as they arrive, also if a later page fails.
        onRows: rows => {
          setReadCount(rows.length);
          selection.set(rows, true);
        },
      });
    } catch (error) {
      if (!signal.aborted) toasts.failed(error);
    }
    setReadCount(undefined);
  };
  return {readCount, start, stop};
};

/** After a whole page is selected: offers every row that matches the filters. */
const SelectFilter = ({name, selection}: {name: string; selection: Selection}) => {
  const {data = [], total = 0} = useListContext<Row>();
  const {readCount, start, stop} = useSelectFilter(name, selection);
  const maxRows = Math.min(total, MAX_BULK_RECORDS);
  if (readCount !== undefined) {
    return <Button size="small" sx={{flexShrink: 0}} onClick={stop}>{`Parar (${readCount} de ${maxRows})`}</Button>;
  }
  if (selection.rows.length === MAX_BULK_RECORDS) {
    return <Typography variant="body2" color="text.secondary">{`Até ${MAX_BULK_RECORDS} de uma vez.`}</Typography>;
  }
  const isPage = data.length > 0 && data.every(({id}) => selection.has(id));
  if (!isPage || total <= selection.rows.length) return null;
  const all = total.toLocaleString('pt-BR');
  return (
    <Button size="small" sx={{flexShrink: 0}} onClick={() => void start()}>
      {total > MAX_BULK_RECORDS ? `Selecionar os primeiros ${MAX_BULK_RECORDS} dos ${all} filtrados` : `Selecionar os ${all} filtrados`}
    </Button>
  );
};
