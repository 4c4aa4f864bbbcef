/** /adm/robos: warnings, then the queues with their records and failures, then the robots (rules: Robots 10). */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import Typography from '@mui/material/Typography';
import {useQueryClient} from '@tanstack/react-query';
import {ResourceContextProvider} from 'ra-core';
import type {Location} from 'react-router-dom';
import {canChooseCompany} from '../../../schema/access.ts';
import type {Config} from '../../../schema/shapes/config.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {mayGrantProfile} from '../../../schema/records/profileGrants.ts';
import {resolveToggle} from '../../../schema/lifeCycle/toggle.ts';
import {USERS} from '../../../schema/systemFields.ts';
import type {RobotState} from '../../../schema/queuePanel.ts';
import {listWatchedQueues, robotIds, listRobotProfiles} from '../../../schema/queueWatchers.ts';
import {ActionButton} from '../../actions/ActionButton.tsx';
import {useActionRunner} from '../../actions/ActionDialogHost.tsx';
import {ChildButtons} from '../../children/ChildForm.tsx';
import {useScreenOverlay} from '../../list/address/overlay.ts';
import {RecordForm} from '../../record/RecordForm.tsx';
import {RecordInputs} from '../../record/RecordInputs.tsx';
import {findFirstInput} from '../../record/useRecordForm.ts';
import {ConfigProvider, useResourceAndSession, useConfig, useSession} from '../../session/context.ts';
import {formatAgeWithTime} from '../../ui/Age.tsx';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import {LoadError} from '../../ui/LoadError.tsx';
import {Modal} from '../../ui/Modal.tsx';
import {PageTitle} from '../../ui/PageTitle.tsx';
import {Section} from '../../ui/Section.tsx';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {judgeActions} from '../../api/actionVerdicts.ts';
import {ApiKeysDialog} from './ApiKeysDialog.tsx';
import {ExpandableList, PageListItem} from '../PageList.tsx';
import {QueueBoard, QueueWarnings} from './QueueBoard.tsx';
import {ROBOTS_QUERY_KEY, useRobots} from './robotsQueries.ts';
import {robotBlockReason} from './queueWarnings.ts';

/** The config with the users' texts replaced by those for robots: password help and success message. */
const withRobotTexts = (config: Config): Config => {
  const {resources, messages: {robotCreated: created, robotPassword: help}} = config;
  const {[USERS]: users, ...otherResources} = resources;
  if (users === undefined) return config;
  const fields = Object.entries(users.fields)
    .map(([name, field]): [string, Field] => [name, field.kind === 'senha' ? {...field, help} : field]);
  return {...config, resources: {
    ...otherResources, [USERS]: {...users, fields: Object.fromEntries(fields), messages: {...users.messages, created}},
  }};
};

/** The form's dialog is part of the address, so a change of `search` leaves it too. */
const leavesForm = (from: Location, to: Location): boolean => from.pathname !== to.pathname || from.search !== to.search;

/** Creates a robot with the users' form: a user with the robots' profile, of one company or of all. */
const NewRobot = ({onClose}: {onClose: () => void}) => {
  const config = useConfig();
  const [id = 0] = robotIds(config);
  const [robotConfig] = useState(() => withRobotTexts(config));
  const queryClient = useQueryClient();
  const [formKey, setFormKey] = useState(0);
  const onSaved = () => {
    void queryClient.invalidateQueries({queryKey: ROBOTS_QUERY_KEY});
    onClose();
  };
  return (
    <Modal title="Criar robô" onClose={onClose}>
      <DialogContent>
        <DialogContentText sx={{mb: 2}}>
          Sem empresa, o robô trabalha para todas. Sem senha, entra só por chave: dê-lhe uma depois de criado.
        </DialogContentText>
        <ConfigProvider value={robotConfig}>
          <ResourceContextProvider value={USERS}>
            <RecordForm
              key={formKey} name={USERS} record={undefined} parent={{by: 'tipo', id}} isLeavingModal={leavesForm} onSaved={onSaved}
              onShown={form => findFirstInput(form)?.focus()}
            >
              <RecordInputs bar={<ChildButtons onDone={() => setFormKey(formKey + 1)} />} />
            </RecordForm>
          </ResourceContextProvider>
        </ConfigProvider>
      </DialogContent>
    </Modal>
  );
};

const TOGGLE_TEXTS = {
  on: {label: 'Ativar Robô', success: 'Robô Ativado!'}, off: {label: 'Inativar Robô', success: 'Robô Inativado!'},
} as const;

/** The robot's keys and toggle, for callers who reach every company. */
const RobotActions = ({robot, onKeys}: {robot: RobotState; onKeys: () => void}) => {
  const {config, resource, session} = useResourceAndSession(USERS);
  const queryClient = useQueryClient();
  const run = useActionRunner(USERS);
  const [tipo] = robotIds(config);
  const record = {...robot, tipo, semSenha: !robot.comSenha};
  const {enable, disable} = resolveToggle(resource) ?? {};
  // Judged here, because this page is no list, whose rows would bring judged actions.
  const toggleActions = judgeActions([config, resource, record, session], name => name === (robot.ativo ? disable : enable));
  const texts = TOGGLE_TEXTS[robot.ativo ? 'off' : 'on'];
  const start = async (name: string) => {
    if (await run(name, record, texts)) await queryClient.invalidateQueries({queryKey: ROBOTS_QUERY_KEY});
  };
  return (
    <>
      <Button size="small" variant="outlined" aria-label={`Chaves de ${robot.nome}`} onClick={onKeys}>Chaves</Button>
      {toggleActions.map(judgedAction => (
        // A shared key for both directions, so that the pressed button keeps the focus.
        <ActionButton
          key="switch"
          judgedAction={{...judgedAction, action: {...judgedAction.action, ...texts}}}
          small
          onClick={() => void start(judgedAction.name)}
        />
      ))}
    </>
  );
};

const CREATE_PARAM = 'novo';

const Robots = () => {
  const config = useConfig();
  const {perfil} = useSession();
  const mayCreate = canChooseCompany(config, perfil) && listRobotProfiles(config).some(robot => mayGrantProfile(config, perfil, robot));
  const createOverlay = useScreenOverlay(CREATE_PARAM);
  const [keysOf, setKeysOf] = useState<RobotState>();
  const {data, error, refetch} = useRobots();
  if (data === undefined) {
    return error ? <LoadError error={error} retry={() => void refetch()} /> : <RowsSkeleton rows={3} label="Carregando os robôs" />;
  }
  const robots = data.toSorted((a, b) => Number(robotBlockReason(a) === undefined) - Number(robotBlockReason(b) === undefined));
  return (
    <Section title="Robôs" aside={mayCreate && <Button variant="outlined" onClick={() => createOverlay.open('robo')}>Criar robô</Button>}>
      {robots.length === 0 && (
        <Typography color="text.secondary">
          Nenhum robô ainda. {mayCreate ? 'Crie o primeiro e dê-lhe uma chave.' : 'Peça ao Adm que crie o primeiro.'}
        </Typography>
      )}
      <ExpandableList>
        {robots.map(robot => {
          const {id, nome, email, empresa, chaves, usoEm, trabalhando} = robot;
          const reason = robotBlockReason(robot);
          return (
            <PageListItem
              key={id}
              name={USERS}
              id={id}
              title={<>
                <strong>{nome}</strong>
                {reason !== undefined && <Box component="strong" sx={{color: 'error.main'}}> · {reason}</Box>}
              </>}
              aside={mayCreate && <RobotActions robot={robot} onKeys={() => setKeysOf(robot)} />}
            >
              {email} · {empresa || 'Todas as empresas'} · {formatCountWithNoun(chaves, 'chave', 'chaves')}
              {usoEm === null ? '' : `, usada ${formatAgeWithTime(usoEm)}`}
              {trabalhando > 0 && ` · trabalhando em ${formatCountWithNoun(trabalhando, 'registro', 'registros')}`}
            </PageListItem>
          );
        })}
      </ExpandableList>
      {mayCreate && createOverlay.value !== undefined && <NewRobot onClose={createOverlay.close} />}
      {keysOf !== undefined && <ApiKeysDialog robot={keysOf} onClose={() => setKeysOf(undefined)} />}
    </Section>
  );
};

export const RobotsPage = () => {
  const config = useConfig();
  const queueNames = listWatchedQueues(config, useSession().perfil);
  return (
    <>
      <PageTitle tab="Robôs" heading="Robôs" />
      {queueNames.length === 0
        ? <Typography role="alert">Seu perfil não acompanha os robôs.</Typography>
        : (
          <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)'}}>
            {queueNames.map(name => <QueueWarnings key={name} name={name} />)}
            {queueNames.map(name => <QueueBoard key={name} name={name} isOnlyQueue={queueNames.length === 1} />)}
            <Robots />
          </Box>
        )}
    </>
  );
};
