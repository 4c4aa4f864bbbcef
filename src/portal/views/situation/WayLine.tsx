/** The main way of a record's life in one line, and where it stands on it; beside it, in words alone. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {statusById} from '../../../schema/lifeCycle/statuses.ts';
import {wayOf} from '../../../schema/lifeCycle/way.ts';
import {useResource} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import type {Row} from '../../wire/providers/dialects.ts';

/** So wide a step has room for its name. */
const STEP = 96;

const sentenceOf = (at: number, steps: readonly {name: string}[], standing: {name: string; end?: true | undefined} | undefined): string => {
  if (at >= 0) return `Passo ${at + 1} de ${steps.length}: ${steps[at]?.name ?? ''}`;
  if (standing === undefined) return '';
  return standing.end === true ? `Encerrado: ${standing.name}` : `Fora do caminho principal: ${standing.name}`;
};

/** @param from how many steps after the record's own; behind it when below 0 */
const colours = (from: number) => {
  const colour = from === 0 ? 'text.primary' : 'text.secondary';
  return {borderColor: colour, backgroundColor: from > 0 ? 'transparent' : colour, opacity: from > 0 ? 0.5 : 1};
};

export const WayLine = ({name, record}: {name: string; record: Row}) => {
  const resource = useResource(name);
  const {steps, at} = wayOf({resource, record, session: useSession()});
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
                ...colours(at < 0 ? 1 : index - at),
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
