/** The main way of a record's life in one line: where it stands on it, in words where it is beside it, and what of it was passed. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {historyOperation, may} from '../../../schema/access.ts';
import {statusById} from '../../../schema/lifeCycle/statuses.ts';
import {wayOf} from '../../../schema/lifeCycle/way.ts';
import {roundOf, useHistory} from '../../form/history/history.ts';
import {useAbout} from '../../session/context.ts';
import type {Row} from '../../wire/providers/dialects.ts';

/** So wide a step has room for its name. */
const STEP = 96;

const sentenceOf = (at: number, steps: readonly {name: string}[], standing: {name: string; end?: true | undefined} | undefined): string => {
  if (at >= 0) return `Passo ${at + 1} de ${steps.length}: ${steps[at]?.name ?? ''}`;
  if (standing === undefined) return '';
  return standing.end === true ? `Encerrado: ${standing.name}` : `Fora do caminho principal: ${standing.name}`;
};

const LOOKS = {
  here: {borderColor: 'text.primary', backgroundColor: 'text.primary'},
  passed: {borderColor: 'text.secondary', backgroundColor: 'text.secondary'},
  ahead: {borderColor: 'text.secondary', opacity: 0.5},
} as const;

export const WayLine = ({name, record}: {name: string; record: Row}) => {
  const {resource, session} = useAbout(name);
  const {steps, at} = wayOf({resource, record, session});
  const {data = []} = useHistory(name, record.id, may(resource, historyOperation(resource), session.perfil));
  const passed = new Set(roundOf(resource, data).map(({paraStatus}) => paraStatus));
  const isPassed = (index: number) => passed.has(steps[index]?.name) && (at < 0 || index < at);
  const lookOf = (index: number) => LOOKS[index === at ? 'here' : isPassed(index) ? 'passed' : 'ahead'];
  const sentence = sentenceOf(at, steps, statusById(resource, record[resource.status ?? '']));
  if (steps.length < 2 || sentence === '') return null;
  const roomy = `@container (min-width: ${steps.length * STEP}px)`;
  return (
    <Box sx={{containerType: 'inline-size'}}>
      <Box aria-hidden sx={{display: 'flex', gap: 0.5}}>
        {steps.map((step, index) => (
          <Box
            key={step.key}
            title={step.name}
            data-name={step.name}
            sx={{
              flex: '1 1 0', minWidth: 0,
              '&::before': {
                content: '""', display: 'block', height: 4, borderRadius: 2, border: 1, boxSizing: 'border-box',
                ...lookOf(index),
              },
              // Drawn and not written: the sentence says it to who listens.
              '&::after': {
                content: 'attr(data-name)', display: 'none', mt: 0.5, typography: 'caption', overflow: 'hidden', textOverflow: 'ellipsis',
                whiteSpace: 'nowrap', color: index === at ? 'text.primary' : 'text.secondary', fontWeight: index === at ? 600 : 400,
                [roomy]: {display: 'block'},
              },
            }}
          />
        ))}
      </Box>
      <Typography variant="caption" component="p" sx={{mt: 0.5, color: 'text.secondary', ...(at < 0 ? {} : {[roomy]: visuallyHidden})}}>
        {sentence}
      </Typography>
    </Box>
  );
};
