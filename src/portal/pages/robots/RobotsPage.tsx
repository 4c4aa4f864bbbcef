/** /adm/robos: what is wrong first, then the queues, what runs and waits, what failed, and the robots themselves (rules: Robots 10). */
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
import {mayGive} from '../../../schema/records/profileGrants.ts';
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
import {ConfigProvider, useAbout, useConfig, useSession} from '../../session/context.ts';
import {momentOf} from '../../ui/Age.tsx';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import {LoadError} from '../../ui/LoadError.tsx';
import {Modal} from '../../ui/Modal.tsx';
import {PageTitle} from '../../ui/PageTitle.tsx';
import {Section} from '../../ui/Section.tsx';
import {counted} from '../../ui/counted.ts';
import {judged} from '../../wire/verdict.ts';
import {Keys} from './Keys.tsx';
import {Item, Lines} from './Line.tsx';
import {QueueBoard, Troubles} from './QueueBoard.tsx';
import {PANELS, useRobots} from './panel.ts';
import {whyIdle} from './troubles.ts';

/** Users as they are spoken of where they are robots: what a password is for, and what is said of one that was made. */
const asRobots = (config: Config): Config => {
  const {resources, messages: {robotCreated: created, robotPassword: help}} = config;
  const {[USERS]: users, ...others} = resources;
  if (users === undefined) return config;
  const fields = Object.entries(users.fields)
    .map(([name, field]): [string, Field] => [name, field.kind === 'senha' ? {...field, help} : field]);
  return {...config, resources: {
    ...others, [USERS]: {...users, fields: Object.fromEntries(fields), messages: {...users.messages, created}},
  }};
};

/** It stands in the page's address. */
const leaves = (from: Location, to: Location): boolean => from.pathname !== to.pathname || from.search !== to.search;

/** A robot is made by the users' own form: a user of the robots' profile, of one company or of all. */
const NewRobot = ({onClose}: {onClose: () => void}) => {
  const config = useConfig();
  const [id = 0] = robotIds(config);
  const [words] = useState(() => asRobots(config));
  const queryClient = useQueryClient();
  const [turn, setTurn] = useState(0);
  const made = () => {
    void queryClient.invalidateQueries({queryKey: PANELS});
    onClose();
  };
  return (
    <Modal title="Criar robô" onClose={onClose}>
      <DialogContent>
        <DialogContentText sx={{mb: 2}}>
          Sem empresa, o robô trabalha para todas. Sem senha, entra só por chave: dê-lhe uma depois de criado.
        </DialogContentText>
        <ConfigProvider value={words}>
          <ResourceContextProvider value={USERS}>
            <RecordForm
              key={turn} name={USERS} record={undefined} parent={{by: 'tipo', id}} leaves={leaves} onSaved={made}
              onShown={form => findFirstInput(form)?.focus()}
            >
              <RecordInputs bar={<ChildButtons onDone={() => setTurn(turn + 1)} />} />
            </RecordForm>
          </ResourceContextProvider>
        </ConfigProvider>
      </DialogContent>
    </Modal>
  );
};

/** The switch of a user, as it is called where users are robots. */
const SWITCH = {
  on: {label: 'Ativar Robô', success: 'Robô Ativado!'}, off: {label: 'Inativar Robô', success: 'Robô Inativado!'},
} as const;

/** What only who reaches every company does: its keys, and whether it works at all. */
const Doings = ({robot, onKeys}: {robot: RobotState; onKeys: () => void}) => {
  const {config, resource, session} = useAbout(USERS);
  const queryClient = useQueryClient();
  const run = useActionRunner(USERS);
  const [tipo] = robotIds(config);
  const record = {...robot, tipo, semSenha: !robot.comSenha};
  const {enable, disable} = resolveToggle(resource) ?? {};
  // As the switch of their row in a list has it, which this page is none of.
  const switches = judged([config, resource, record, session], name => name === (robot.ativo ? disable : enable));
  const words = SWITCH[robot.ativo ? 'off' : 'on'];
  const start = async (name: string) => {
    if (await run(name, record, words)) await queryClient.invalidateQueries({queryKey: PANELS});
  };
  return (
    <>
      <Button size="small" variant="outlined" aria-label={`Chaves de ${robot.nome}`} onClick={onKeys}>Chaves</Button>
      {switches.map(one => (
        // One button, whichever way: who pressed it stays on it.
        <ActionButton key="switch" judgedAction={{...one, action: {...one.action, ...words}}} small onClick={() => void start(one.name)} />
      ))}
    </>
  );
};

/** Of the address: the form of a new one. */
const MAKING = 'novo';

/** The robots themselves: who cannot work first, and what each signs in with. */
const Robots = () => {
  const config = useConfig();
  const {perfil} = useSession();
  const mayMake = canChooseCompany(config, perfil) && listRobotProfiles(config).some(robot => mayGive(config, perfil, robot));
  const making = useScreenOverlay(MAKING);
  const [keysOf, setKeysOf] = useState<RobotState>();
  const {data, error, refetch} = useRobots();
  if (data === undefined) {
    return error ? <LoadError error={error} retry={() => void refetch()} /> : <RowsSkeleton rows={3} label="Carregando os robôs" />;
  }
  const robots = data.toSorted((one, other) => Number(whyIdle(one) === undefined) - Number(whyIdle(other) === undefined));
  return (
    <Section title="Robôs" aside={mayMake && <Button variant="outlined" onClick={() => making.open('robo')}>Criar robô</Button>}>
      {robots.length === 0 && (
        <Typography color="text.secondary">
          Nenhum robô ainda. {mayMake ? 'Crie o primeiro e dê-lhe uma chave.' : 'Peça ao Adm que crie o primeiro.'}
        </Typography>
      )}
      <Lines>
        {robots.map(robot => {
          const {id, nome, email, empresa, chaves, usoEm, trabalhando} = robot;
          const why = whyIdle(robot);
          return (
            <Item
              key={id}
              of={USERS}
              id={id}
              title={<><strong>{nome}</strong>{why !== undefined && <Box component="strong" sx={{color: 'error.main'}}> · {why}</Box>}</>}
              aside={mayMake && <Doings robot={robot} onKeys={() => setKeysOf(robot)} />}
            >
              {email} · {empresa || 'Todas as empresas'} · {counted(chaves, 'chave', 'chaves')}
              {usoEm === null ? '' : `, usada ${momentOf(usoEm)}`}
              {trabalhando > 0 && ` · trabalhando em ${counted(trabalhando, 'registro', 'registros')}`}
            </Item>
          );
        })}
      </Lines>
      {mayMake && making.value !== undefined && <NewRobot onClose={making.close} />}
      {keysOf !== undefined && <Keys robot={keysOf} onClose={() => setKeysOf(undefined)} />}
    </Section>
  );
};

export const RobotsPage = () => {
  const config = useConfig();
  const names = listWatchedQueues(config, useSession().perfil);
  return (
    <>
      <PageTitle tab="Robôs" heading="Robôs" />
      {names.length === 0
        ? <Typography role="alert">Seu perfil não acompanha os robôs.</Typography>
        : (
          <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)'}}>
            {names.map(name => <Troubles key={name} name={name} />)}
            {names.map(name => <QueueBoard key={name} name={name} isOne={names.length === 1} />)}
            <Robots />
          </Box>
        )}
    </>
  );
};
