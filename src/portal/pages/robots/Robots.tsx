/** The robots themselves: who cannot work first, and what each signs in with. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {useQueryClient} from '@tanstack/react-query';
import {choosesCompany} from '../../../schema/access.ts';
import {switchOf} from '../../../schema/lifeCycle/toggle.ts';
import {USERS} from '../../../schema/needed.ts';
import type {RobotState} from '../../../schema/queuePanel.ts';
import {robotIds} from '../../../schema/watchers.ts';
import {ActionButton} from '../../actions/ActionButton.tsx';
import {useActionRunner} from '../../actions/ActionDialogHost.tsx';
import {useOverScreen} from '../../list/address/overList.ts';
import {useAbout, useConfig, useSession} from '../../session/context.ts';
import {counted} from '../../ui/counted.ts';
import {momentOf} from '../../ui/Age.tsx';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import {LoadError} from '../../ui/LoadError.tsx';
import {Section} from '../../ui/Section.tsx';
import {judged} from '../../wire/verdict.ts';
import {Keys} from './Keys.tsx';
import {Item, Lines} from './Line.tsx';
import {NewRobot} from './NewRobot.tsx';
import {PANELS, useRobots} from './panel.ts';
import {whyIdle} from './troubles.ts';

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
  const {enable, disable} = switchOf(resource) ?? {};
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
        <ActionButton key="switch" one={{...one, action: {...one.action, ...words}}} small onClick={() => void start(one.name)} />
      ))}
    </>
  );
};

/** Of the address: the form of a new one. */
const MAKING = 'novo';

export const Robots = () => {
  const mayMake = choosesCompany(useConfig(), useSession().perfil);
  const making = useOverScreen(MAKING);
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
              {trabalhando > 0 && ` · trabalha em ${trabalhando}`}
            </Item>
          );
        })}
      </Lines>
      {mayMake && making.value !== undefined && <NewRobot onClose={making.close} />}
      {keysOf !== undefined && <Keys robot={keysOf} onClose={() => setKeysOf(undefined)} />}
    </Section>
  );
};
