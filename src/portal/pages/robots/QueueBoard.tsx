/** The blocks of one queue: workflows with links, running and waiting records, failures and their causes. */
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
import {RepeatInSimulator} from '../../form/history/RepeatInSimulator.tsx';
import {useConfig, useResource} from '../../session/context.ts';
import {formatAgeWithTime} from '../../ui/Age.tsx';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import {LoadError, NotLoaded} from '../../ui/LoadError.tsx';
import {Section} from '../../ui/Section.tsx';
import {listAddressForOwners} from '../home/dashboardLinks.ts';
import {ExpandableList} from '../PageList.tsx';
import {QueueBoardRecordItem, TransitionButtons} from './RobotsListItems.tsx';
import {useLiveQueuePanel, useQueuePanel} from './robotsQueries.ts';
import {secondsSince, listQueueWarnings, workflowName} from './queueWarnings.ts';

const ALL_OWNERS = {idEmpresa: 0, idFilial: 0};
const formatTime = (instant: string): string => formatInstant(instant).split(' ')[1] ?? '';

const QueueLink = ({resource, status, modelo, children}: {
  resource: Resource; status: string; modelo: number | null; children: string;
}) => {
  const config = useConfig();
  const templateField = resource.template?.by;
  const id = statusByKey(resource, status)?.id;
  const to = modelo === null || templateField === undefined ? undefined
    : listAddressForOwners(config, resource, ALL_OWNERS, {[resource.status ?? '']: id, [templateField]: modelo});
  return to === undefined ? children : <Link component={RouterLink} to={to}>{children}</Link>;
};

/** Formats an instant of today as its time, another one as its day: 'às 16:40', 'amanhã', 'em 3 dias'. */
const formatEta = (instant: string, agora: string): string => {
  const today = dayFromToday(0, new Date(agora));
  return dayFromToday(0, new Date(instant)) === today ? `às ${formatTime(instant)}` : formatAgeWithTime(instant, today);
};

const queueOutlook = ({vaziaAs, robosNecessarios, mediaSegundos, esperando, adiados}: WorkflowQueue, agora: string): string[] => [
  ...(mediaSegundos === null ? [] : [`média de ${formatDuration(mediaSegundos)}`]),
  ...(vaziaAs === null ? [] : [`fila vazia ${formatEta(vaziaAs, agora)}`]),
  ...(robosNecessarios === null || esperando + adiados === 0 ? []
    : [`${formatCountWithNoun(robosNecessarios, 'robô', 'robôs')} para uma espera de até 1 h`]),
];

const Workflow = ({resource, row, agora}: {resource: Resource; row: WorkflowQueue; agora: string}) => {
  const {waiting = '', working = ''} = resource.queue ?? {};
  const {workflow, esperando, adiados, emAndamento, maisAntigoDesde, modelo} = row;
  return (
    <Box component="li" tabIndex={-1} sx={{py: 1, overflowWrap: 'anywhere', '& + &': {borderTop: 1, borderColor: 'divider'}}}>
      <Typography sx={{fontWeight: 600}}>{workflowName(workflow)}</Typography>
      <Box sx={{display: 'flex', flexWrap: 'wrap', columnGap: 2, fontVariantNumeric: 'tabular-nums'}}>
        <QueueLink resource={resource} status={waiting} modelo={modelo}>
          {formatCountWithNoun(esperando + adiados, 'na fila', 'na fila')}
        </QueueLink>
        {emAndamento > 0
          && <QueueLink resource={resource} status={working} modelo={modelo}>
            {formatCountWithNoun(emAndamento, 'em andamento', 'em andamento')}
          </QueueLink>}
        {adiados > 0 && <span>{formatCountWithNoun(adiados, 'adiado', 'adiados')} depois de uma falha</span>}
        {maisAntigoDesde !== null && <span>mais antigo há {formatDuration(secondsSince(agora, maisAntigoDesde))}</span>}
      </Box>
      <Typography variant="body2" color="text.secondary">{queueOutlook(row, agora).join(' · ')}</Typography>
    </Box>
  );
};

const Running = ({record, agora}: {record: WorkingRecord; agora: string}) => {
  const {robo, nome, tentativa, inicio, progresso, porcento, semProgressoSegundos, leaseAte, limiteAte} = record;
  const stalledTime = formatStalledTime(semProgressoSegundos);
  return (
    <>
      {robo}, {nome} · tentativa {tentativa}, há {formatDuration(secondsSince(agora, inicio))} · reservado até {formatTime(leaseAte)}, prazo
      {' '}{formatTime(limiteAte)}
      {stalledTime !== undefined && <Box component="strong" sx={{color: 'error.main'}}> · {stalledTime}</Box>}
      {progresso !== '' && <div>{progresso}</div>}
      {porcento !== null && (
        <LinearProgress variant="determinate" value={porcento} aria-label={`Progresso de ${record.titulo}`} sx={{mt: 0.5, maxWidth: 240}} />
      )}
    </>
  );
};

const Failure = ({failed: {nome, robo, tentativa, codigo, mensagem, dataCriacao, campos}}: {failed: FailedRecord}) => (
  <>
    {formatInstant(dataCriacao)} · {robo || nome}, tentativa {tentativa}{codigo === '' ? '' : ` · ${codigo}`}: {mensagem}
    {campos.map(field => <div key={field.item}>{field.descricao || `Item ${field.item}`}: {field.mensagem}</div>)}
  </>
);

const List = ({title, empty, children}: {title: string; empty: string; children: ReactNode[]}) => (
  <Section title={title}>
    {children.length === 0 ? <Typography color="text.secondary">{empty}</Typography> : <ExpandableList>{children}</ExpandableList>}
  </Section>
);

interface Props {
  name: string;
  isOnlyQueue: boolean;
}

const Board = ({name, isOnlyQueue, panel}: Props & {panel: QueuePanel}) => {
  const resource = useResource(name);
  const {waiting, working} = resolveQueue(name, resource);
  const {agora, filas, trabalhando, esperando, falhas, motivos} = panel;
  const withQueueName = (title: string): string => (isOnlyQueue ? title : `${title}: ${resource.label.many}`);
  return (
    <>
      <List title={`Fila: ${resource.label.many}`} empty="Ninguém espera, e nenhum robô trabalha agora.">
        {filas.map(row => <Workflow key={row.workflow} resource={resource} row={row} agora={agora} />)}
      </List>
      <List title={withQueueName('Em andamento')} empty="Nenhum robô trabalha agora.">
        {trabalhando.map(record => (
          <QueueBoardRecordItem
            key={record.id}
            name={name}
            record={record}
            aside={<TransitionButtons name={name} id={record.id} status={working} />}
          >
            <Running record={record} agora={agora} />
          </QueueBoardRecordItem>
        ))}
      </List>
      {esperando.length > 0 && (
        <List title={withQueueName('Próximos')} empty="">
          {esperando.map(record => (
            <QueueBoardRecordItem
              key={record.id}
              name={name}
              record={record}
              aside={<TransitionButtons name={name} id={record.id} status={waiting} />}
            >
              espera há {formatDuration(secondsSince(agora, record.desde))}
              {record.adiadoAte !== null
                && ` · adiado até ${formatTime(record.adiadoAte)}, depois de ${
                  formatCountWithNoun(record.tentativa, 'tentativa', 'tentativas')}`}
            </QueueBoardRecordItem>
          ))}
        </List>
      )}
      {motivos.length > 0 && (
        <List title={withQueueName('Causas mais comuns de falha')} empty="">
          {motivos.map(({modelo, item, descricao, codigo, mensagem, total}) => (
            <Box component="li" key={`${modelo} ${item} ${codigo}`} tabIndex={-1} sx={{py: 0.5, overflowWrap: 'anywhere'}}>
              <strong>{formatCountWithNoun(total, resource.label.one.toLowerCase(), resource.label.many.toLowerCase())}</strong>
              {['', modelo, descricao || codigo].filter((text, index) => index === 0 || text !== '').join(' · ')}
              <Typography variant="body2" color="text.secondary">{mensagem}</Typography>
            </Box>
          ))}
        </List>
      )}
      <List title={withQueueName('Últimas falhas')} empty="Nenhuma falha nos últimos sete dias.">
        {falhas.map(failed => (
          <QueueBoardRecordItem
            key={`${failed.id} ${failed.dataCriacao}`}
            name={name}
            record={failed}
            aside={<RepeatInSimulator name={name} id={failed.id} />}
          >
            <Failure failed={failed} />
          </QueueBoardRecordItem>
        ))}
      </List>
    </>
  );
};

export const QueueWarnings = ({name}: {name: string}) => {
  const resource = useResource(name);
  const {data} = useQueuePanel(name);
  return data && listQueueWarnings(resource, data).map(text => <Alert key={text} severity="warning" variant="outlined">{text}</Alert>);
};

export const QueueBoard = (props: Props) => {
  const {data, error, refetch} = useLiveQueuePanel(props.name);
  const retry = (): void => void refetch();
  if (data === undefined) {
    if (error) return <LoadError error={error} retry={retry} />;
    // The height of a screen, so that the content below does not move when the queue arrives.
    return <Box sx={{minHeight: '100vh'}}><RowsSkeleton rows={5} label="Carregando a fila" /></Box>;
  }
  return (
    <>
      {error && <NotLoaded subject="a fila" shownContent="same" onRetry={retry} />}
      <Board {...props} panel={data} />
    </>
  );
};
