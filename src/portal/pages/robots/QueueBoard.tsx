/** One queue: its lines with where they lead, what runs, what waits, what failed and why. */
import type {ReactNode} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import type {Resource} from '../../../schema/shapes/config.ts';
import {dayFromToday, formatInstant} from '../../../schema/fields/dates.ts';
import {formatDuration} from '../../../schema/fields/durations.ts';
import {statusByKey} from '../../../schema/statuses/statuses.ts';
import {resolveQueue, formatStalledTime} from '../../../schema/queue.ts';
import type {FailedRecord, WorkflowQueue, QueuePanel, WorkingRecord} from '../../../schema/queuePanel.ts';
import {Repeat} from '../../form/history/Repeat.tsx';
import {useConfig, useResource} from '../../session/context.ts';
import {momentOf} from '../../ui/Age.tsx';
import {counted} from '../../ui/counted.ts';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import {LoadError, NotLoaded} from '../../ui/LoadError.tsx';
import {Section} from '../../ui/Section.tsx';
import {listAddress} from '../home/addresses.ts';
import {Line, Lines, Moves} from './Line.tsx';
import {useLivePanel, usePanel} from './panel.ts';
import {secondsTo, troublesOf, workflowName} from './troubles.ts';

const EVERYWHERE = {idEmpresa: 0, idFilial: 0};
const timeOf = (instant: string): string => formatInstant(instant).split(' ')[1] ?? '';

/** How many stand in a status, leading to exactly those. */
const Leads = ({resource, status, modelo, children}: {
  resource: Resource; status: string; modelo: number | null; children: string;
}) => {
  const config = useConfig();
  const by = resource.template?.by;
  const id = statusByKey(resource, status)?.id;
  const to = modelo === null || by === undefined ? undefined
    : listAddress(config, resource, EVERYWHERE, {[resource.status ?? '']: id, [by]: modelo});
  return to === undefined ? children : <Link component={RouterLink} to={to}>{children}</Link>;
};

/** Of today its time, else its day: 'às 16:40', 'amanhã', 'em 3 dias'. */
const whenOf = (instant: string, agora: string): string => {
  const today = dayFromToday(0, new Date(agora));
  return dayFromToday(0, new Date(instant)) === today ? `às ${timeOf(instant)}` : momentOf(instant, today);
};

const outlook = ({vaziaAs, robosNecessarios, mediaSegundos, esperando, adiados}: WorkflowQueue, agora: string): string[] => [
  ...(mediaSegundos === null ? [] : [`média de ${formatDuration(mediaSegundos)}`]),
  ...(vaziaAs === null ? [] : [`fila vazia ${whenOf(vaziaAs, agora)}`]),
  ...(robosNecessarios === null || esperando + adiados === 0 ? []
    : [`${counted(robosNecessarios, 'robô', 'robôs')} para uma espera de até 1 h`]),
];

const Workflow = ({resource, row, agora}: {resource: Resource; row: WorkflowQueue; agora: string}) => {
  const {waiting = '', working = ''} = resource.queue ?? {};
  const {workflow, esperando, adiados, emAndamento, maisAntigoDesde, modelo} = row;
  return (
    <Box component="li" tabIndex={-1} sx={{py: 1, overflowWrap: 'anywhere', '& + &': {borderTop: 1, borderColor: 'divider'}}}>
      <Typography sx={{fontWeight: 600}}>{workflowName(workflow)}</Typography>
      <Box sx={{display: 'flex', flexWrap: 'wrap', columnGap: 2, fontVariantNumeric: 'tabular-nums'}}>
        <Leads resource={resource} status={waiting} modelo={modelo}>{counted(esperando + adiados, 'na fila', 'na fila')}</Leads>
        {emAndamento > 0
          && <Leads resource={resource} status={working} modelo={modelo}>{counted(emAndamento, 'em andamento', 'em andamento')}</Leads>}
        {adiados > 0 && <span>{counted(adiados, 'adiado', 'adiados')} depois de uma falha</span>}
        {maisAntigoDesde !== null && <span>mais antigo há {formatDuration(secondsTo(agora, maisAntigoDesde))}</span>}
      </Box>
      <Typography variant="body2" color="text.secondary">{outlook(row, agora).join(' · ')}</Typography>
    </Box>
  );
};

const Running = ({one, agora}: {one: WorkingRecord; agora: string}) => {
  const {robo, nome, tentativa, inicio, progresso, porcento, semProgressoSegundos, leaseAte, limiteAte} = one;
  const still = formatStalledTime(semProgressoSegundos);
  return (
    <>
      {robo}, {nome} · tentativa {tentativa}, há {formatDuration(secondsTo(agora, inicio))} · reservado até {timeOf(leaseAte)}, prazo
      {' '}{timeOf(limiteAte)}
      {still !== undefined && <Box component="strong" sx={{color: 'error.main'}}> · {still}</Box>}
      {progresso !== '' && <div>{progresso}</div>}
      {porcento !== null && (
        <LinearProgress variant="determinate" value={porcento} aria-label={`Progresso de ${one.titulo}`} sx={{mt: 0.5, maxWidth: 240}} />
      )}
    </>
  );
};

/** One failed attempt: which robot, on which machine, why, and the items that it named. */
const Failure = ({failed: {nome, robo, tentativa, codigo, mensagem, dataCriacao, campos}}: {failed: FailedRecord}) => (
  <>
    {formatInstant(dataCriacao)} · {robo || nome}, tentativa {tentativa}{codigo === '' ? '' : ` · ${codigo}`}: {mensagem}
    {campos.map(one => <div key={one.item}>{one.descricao || `Item ${one.item}`}: {one.mensagem}</div>)}
  </>
);

const List = ({title, empty, children}: {title: string; empty: string; children: ReactNode[]}) => (
  <Section title={title}>
    {children.length === 0 ? <Typography color="text.secondary">{empty}</Typography> : <Lines>{children}</Lines>}
  </Section>
);

interface Props {
  name: string;
  /** Whether there is another. */
  isOne: boolean;
}

const Board = ({name, isOne, panel}: Props & {panel: QueuePanel}) => {
  const resource = useResource(name);
  const {waiting, working} = resolveQueue(name, resource);
  const {agora, filas, trabalhando, esperando, falhas, motivos} = panel;
  const titled = (title: string): string => (isOne ? title : `${title}: ${resource.label.many}`);
  return (
    <>
      <List title={`Fila: ${resource.label.many}`} empty="Ninguém espera, e nenhum robô trabalha agora.">
        {filas.map(row => <Workflow key={row.workflow} resource={resource} row={row} agora={agora} />)}
      </List>
      <List title={titled('Em andamento')} empty="Nenhum robô trabalha agora.">
        {trabalhando.map(one => (
          <Line key={one.id} name={name} one={one} aside={<Moves name={name} id={one.id} status={working} />}>
            <Running one={one} agora={agora} />
          </Line>
        ))}
      </List>
      {esperando.length > 0 && (
        <List title={titled('Próximos')} empty="">
          {esperando.map(one => (
            <Line key={one.id} name={name} one={one} aside={<Moves name={name} id={one.id} status={waiting} />}>
              espera há {formatDuration(secondsTo(agora, one.desde))}
              {one.adiadoAte !== null
                && ` · adiado até ${timeOf(one.adiadoAte)}, depois de ${counted(one.tentativa, 'tentativa', 'tentativas')}`}
            </Line>
          ))}
        </List>
      )}
      {motivos.length > 0 && (
        <List title={titled('Causas mais comuns de falha')} empty="">
          {motivos.map(({modelo, item, descricao, codigo, mensagem, total}) => (
            <Box component="li" key={`${modelo} ${item} ${codigo}`} tabIndex={-1} sx={{py: 0.5, overflowWrap: 'anywhere'}}>
              <strong>{counted(total, resource.label.one.toLowerCase(), resource.label.many.toLowerCase())}</strong>
              {['', modelo, descricao || codigo].filter((one, at) => at === 0 || one !== '').join(' · ')}
              <Typography variant="body2" color="text.secondary">{mensagem}</Typography>
            </Box>
          ))}
        </List>
      )}
      <List title={titled('Últimas falhas')} empty="Nenhuma falha nos últimos sete dias.">
        {falhas.map(failed => (
          <Line key={`${failed.id} ${failed.dataCriacao}`} name={name} one={failed} aside={<Repeat name={name} id={failed.id} />}>
            <Failure failed={failed} />
          </Line>
        ))}
      </List>
    </>
  );
};

/** What is wrong with it. */
export const Troubles = ({name}: {name: string}) => {
  const resource = useResource(name);
  const {data} = usePanel(name);
  return data && troublesOf(resource, data).map(one => <Alert key={one} severity="warning" variant="outlined">{one}</Alert>);
};

export const QueueBoard = (props: Props) => {
  const {data, error, refetch} = useLivePanel(props.name);
  const retry = (): void => void refetch();
  if (data === undefined) {
    if (error) return <LoadError error={error} retry={retry} />;
    // As high as a screen: what stands below it comes in sight with it, not before.
    return <Box sx={{minHeight: '100vh'}}><RowsSkeleton rows={5} label="Carregando a fila" /></Box>;
  }
  return (
    <>
      {error && <NotLoaded what="a fila" kept="same" onRetry={retry} />}
      <Board {...props} panel={data} />
    </>
  );
};
