/** A record's details over its list, at `?detalhes={id}`: fields, parts and actions. */
import {useEffect, useRef, useState} from 'react';
import CloseIcon from '@mui/icons-material/Close';
import EditIcon from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import {useGetOne} from 'ra-core';
import {Link} from 'react-router-dom';
import {listDetailFields} from '../../schema/lifeCycle/detailFields.ts';
import {capitalize, nounOf} from '../../schema/words/nouns.ts';
import {hasParts} from '../../schema/parts.ts';
import {screens} from '../../schema/paths.ts';
import {screenKeys} from '../../schema/words/keys.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import {ActionButtons, MAX_PHONE_BUTTONS} from '../actions/ActionButtons.tsx';
import {useNextAction, useSavingVerdict} from '../actions/nextAction.ts';
import {ReadOnlyChildren} from '../children/ChildSections.tsx';
import {RecordFacts} from '../fields/RecordFacts.tsx';
import {isFormLoaded} from '../parts/template/templateForm.ts';
import {useResourceAndSession, useResource} from '../session/context.ts';
import {OWN_SHORTCUTS_ATTRIBUTE} from '../shortcuts/registry.ts';
import {NotLoaded} from '../ui/LoadError.tsx';
import {useScreenNavigation} from '../navigation/useScreenNavigation.ts';
import {statusOfError} from '../api/errors.ts';
import {refetchUnlessFresh} from '../api/queryFreshness.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {useLiveRecord} from '../api/useLiveRecord.ts';
import {partViews, useConversationActions, type RecordArea, type PartProps} from '../record/partViews.tsx';
import {useIsPhone} from '../theme/useIsPhone.ts';
import {RecordOutOfScope} from './RecordOutOfScope.tsx';
import {PrintButton} from './PrintButton.tsx';
import {NeighbourNav} from './NeighbourNav.tsx';
import {OwnPanels} from './OwnPanels.tsx';
import {Situation} from './situation/Situation.tsx';
import {RecordColumns} from './RecordColumns.tsx';

interface Props {
  name: string;
  id: number;
  onClose: () => void;
}

const FOCUSABLE = 'a[href], button, input, textarea, select, [tabindex]';

export const RecordDetails = ({name, id, onClose}: Props) => {
  const resource = useResource(name);
  const {data, error, refetch} = useGetOne<Row>(name, {id}, {retry: false, refetchOnMount: refetchUnlessFresh});
  const isOutOfReach = useLiveRecord(name, id, data);
  const missing = statusOfError(error) === 404;
  const isUnavailable = isOutOfReach || missing;
  const fullScreen = useIsPhone();
  const content = useRef<HTMLDivElement>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  // Details of plain values have nothing to focus; then the content takes the focus, so that keys scroll it.
  useEffect(() => {
    if (data !== undefined) setTakesFocus(content.current?.querySelector(FOCUSABLE) === null);
  }, [data]);
  return (
    <Dialog
      {...OWN_SHORTCUTS_ATTRIBUTE}
      open
      onClose={onClose}
      fullWidth
      maxWidth={false}
      fullScreen={fullScreen}
      // Full height from the start with parts, because a centred dialog moves as it grows.
      slotProps={{paper: {
        sx: fullScreen ? {} : {maxWidth: {xs: 900, lg: 1440}, ...(hasParts(resource) ? {height: '100%'} : {})},
      }}}
    >
      <DialogTitle component="div" sx={{display: 'flex', flexWrap: {xs: 'wrap', sm: 'nowrap'}, alignItems: 'center', columnGap: 2}}>
        <Box component="h2" sx={{font: 'inherit', m: 0, flex: {xs: '1 1 0', sm: '0 1 auto'}, minWidth: 0, overflowWrap: 'anywhere'}}>
          {recordTitle(resource, data ?? {id})}
        </Box>
        {/* A line of its own on a phone, because the title needs the width. */}
        <Box sx={{ml: {sm: 'auto'}, order: {xs: 1, sm: 0}, flexBasis: {xs: '100%', sm: 'auto'}}}>
          <NeighbourNav name={name} id={id} place="details" />
        </Box>
        <PrintButton name={name} id={id} />
        <IconButton autoFocus aria-label="Fechar" onClick={onClose}><CloseIcon /></IconButton>
      </DialogTitle>
      <DialogContent ref={content} dividers {...(takesFocus ? {tabIndex: 0} : {})}>
        {isOutOfReach && (
          <RecordOutOfScope name={name} id={id} action={<Button variant="outlined" onClick={onClose}>Voltar para a lista</Button>} />
        )}
        {missing && !isOutOfReach && (
          <Alert severity="error">{capitalize(nounOf(resource).this)} não existe ou não está ao seu alcance.</Alert>
        )}
        {!isUnavailable && <Contents key={id} name={name} id={id} record={data} failed={Boolean(error)} onRetry={() => void refetch()} />}
      </DialogContent>
      {data && !isUnavailable && <Actions key={id} name={name} record={data} />}
    </Dialog>
  );
};

const Contents = ({onRetry, ...part}: PartProps & {onRetry: () => void}) => {
  const {name, record, failed} = part;
  const {config, resource, session} = useResourceAndSession(name);
  const isComplete = record !== undefined && isFormLoaded(resource, record);
  const isAvailable = record !== undefined || !failed;
  const parts = (area: RecordArea) =>
    partViews(resource, session.perfil, area).map(([key, {InDetails}]) => <InDetails key={key} {...part} />);
  return (
    <Stack spacing={2}>
      {failed && <NotLoaded subject={nounOf(resource).the} shownContent={isComplete ? 'same' : undefined} onRetry={onRetry} />}
      <RecordColumns
        situation={isAvailable && resource.status !== undefined && <Situation name={name} record={record} place="details" />}
        form={(
          <Stack spacing={3}>
            {isAvailable && <RecordFacts name={name} fields={listDetailFields(config, resource, session, record)} record={record} />}
            {parts('form')}
            {record !== undefined && <ReadOnlyChildren name={name} record={record} />}
            {record !== undefined && <OwnPanels name={name} record={record} place="details" />}
          </Stack>
        )}
        conversation={parts('conversation')}
        files={parts('files')}
      />
    </Stack>
  );
};

const Actions = ({name, record}: {name: string; record: Row}) => {
  const {config, resource} = useResourceAndSession(name);
  const {state} = useScreenNavigation();
  const to = screens(config, resource).edit(record.id);
  const mayEdit = useSavingVerdict(name, record).allowed;
  const next = useNextAction(name, record, 'details');
  const hasStatus = resource.status !== undefined;
  return (
    <DialogActions
      sx={{
        flexWrap: {xs: 'wrap', sm: 'nowrap'}, gap: 1, justifyContent: 'flex-end',
        '& > :not(style) ~ :not(style)': {ml: 0}, '&:empty': {display: 'none'},
      }}
    >
      {mayEdit && (
        <Button
          component={Link}
          to={to}
          state={state}
          variant="outlined"
          color="inherit"
          startIcon={<EditIcon />}
          aria-keyshortcuts={screenKeys.edit}
          sx={{flexGrow: {xs: 1, sm: 0}, flexShrink: 0, mr: {sm: 'auto'}}}
        >
          Editar
        </Button>
      )}
      <ActionButtons
        resource={name}
        record={record}
        place="details"
        // A phone fits only the other actions; the next action is above.
        otherButtonCount={hasStatus ? MAX_PHONE_BUTTONS : Number(mayEdit)}
        without={hasStatus ? next?.name ?? '' : undefined}
        instead={useConversationActions(name, record, 'details')}
      />
    </DialogActions>
  );
};
