/** /adm/entregas: what other systems have not been told, what to do about it, and tests of the webhooks (rules: Deliveries 5). */
import {useState} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {useQuery, useQueryClient} from '@tanstack/react-query';
import {Link as RouterLink} from 'react-router-dom';
import type {DeliveryPanel, DeliveryRow, TimerState, WebhookTest} from '../../../schema/deliveryPanel.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {screens} from '../../../schema/paths.ts';
import {statusByKey} from '../../../schema/statuses/statuses.ts';
import {mayDecideDeliveries} from '../../../schema/words/deliveries.ts';
import {DELIVERY_CALLS, hasDeliveriesPage} from '../../../schema/words/deliveryCalls.ts';
import type {WebhookOperation} from '../../../schema/words/webhookEvents.ts';
import {request} from '../../api/http.ts';
import {useScreenNavigation} from '../../navigation/useScreenNavigation.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {formatAgeWithTime} from '../../ui/Age.tsx';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {NotFound} from '../../ui/ErrorScreens.tsx';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import {LoadError} from '../../ui/LoadError.tsx';
import {PageTitle} from '../../ui/PageTitle.tsx';
import {Section} from '../../ui/Section.tsx';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {ExpandableList, PageListItem} from '../PageList.tsx';

const QUERY_KEY = ['entregas'] as const;
const REFETCH_INTERVAL_MS = 30_000;

const OPERATION_NAMES: Readonly<Record<WebhookOperation, string>> = {create: 'Cadastro', update: 'Alteração', delete: 'Exclusão'};

/** Where a delivery stands, in a sentence. */
const deliveryState = ({estado, existe, tentativas, erro, proxima, retida, decididaPor, decididaEm}: DeliveryRow): string => {
  const attempts = formatCountWithNoun(tentativas, 'tentativa', 'tentativas');
  const lastError = erro === null ? '' : `: ${erro}`;
  const decision = decididaPor === null || decididaEm === null ? '' : `por ${decididaPor}, ${formatAgeWithTime(decididaEm)}`;
  if (estado === 'pulada') return `Pulada ${decision}${lastError}`;
  if (!existe) return 'O destino saiu da configuração: pule a entrega, ou ela espera por ele.';
  const again = decision === '' ? '' : ` Enviada de novo ${decision}.`;
  if (estado === 'morta') return `Parada depois de ${attempts}${lastError}. Segura as seguintes do registro.${again}`;
  if (retida) return 'Espera por uma anterior do mesmo registro.';
  const next = proxima === null || tentativas === 0 ? '' : ` Próxima tentativa: ${formatInstant(proxima)}.`;
  return tentativas === 0 ? `Espera a primeira tentativa.${again}` : `${attempts}${lastError}.${next}${again}`;
};

const DeliveryItem = ({delivery, onRepeat, onSkip}: {delivery: DeliveryRow; onRepeat: () => void; onSkip: () => void}) => {
  const config = useConfig();
  const {state} = useScreenNavigation();
  const {id, destino, existe, recurso, idRegistro, titulo, evento, estado, retida} = delivery;
  const resource = config.resources[recurso];
  const event = OPERATION_NAMES[evento as WebhookOperation] as string | undefined
    ?? (resource && statusByKey(resource, evento)?.name) ?? resource?.actions?.[evento.replace(/^actions\./, '')]?.label ?? evento;
  const record = titulo ?? `${resource?.label.one ?? recurso} ${idRegistro}`;
  const about = `${destino}: ${record}`;
  const isOpen = estado !== 'pulada';
  return (
    <PageListItem
      name="entregas"
      id={id}
      title={<>
        <strong>{destino}</strong>
        {!existe && <Box component="strong" sx={{color: 'error.main'}}> · Destino removido</Box>}
        {existe && estado === 'morta' && <Box component="strong" sx={{color: 'error.main'}}> · Parada</Box>}
        {' · '}
        {resource === undefined || titulo === null ? record : (
          <Link
            component={RouterLink} to={screens(config, resource).details(idRegistro)} state={state}
            sx={{display: 'inline-flex', alignItems: 'center', minHeight: {xs: 44, sm: 0}}}
          >
            {record}
          </Link>
        )}
        {` · ${event}`}
      </>}
      aside={isOpen && <>
        {existe && !retida && (
          <Button size="small" variant="outlined" aria-label={`Enviar de novo: ${about}`} onClick={onRepeat}>Enviar de novo</Button>
        )}
        <Button size="small" variant="outlined" color="error" aria-label={`Pular: ${about}`} onClick={onSkip}>Pular</Button>
      </>}
    >
      {deliveryState(delivery)}
    </PageListItem>
  );
};

const Webhooks = ({names}: {names: readonly string[]}) => {
  const toasts = useToasts();
  const [testing, setTesting] = useState<string>();
  const test = async (nome: string): Promise<void> => {
    setTesting(nome);
    try {
      const {body: {entregue, erro}} = await request<WebhookTest>(DELIVERY_CALLS.test, {params: {nome}});
      if (entregue) toasts.success(`${nome} recebeu o teste.`);
      else toasts.error(`${nome} não recebeu o teste: ${erro ?? 'erro desconhecido'}.`);
    } catch (error) {
      toasts.failed(error);
    } finally {
      setTesting(undefined);
    }
  };
  return (
    <Section title="Webhooks">
      <Box component="ul" sx={{listStyle: 'none', m: 0, p: 0}}>
        {names.map((nome, index) => (
          <PageListItem
            key={nome}
            name="webhooks"
            id={index}
            title={<strong>{nome}</strong>}
            aside={(
              <Button
                size="small" variant="outlined" aria-label={`Enviar teste: ${nome}`} loading={testing === nome}
                disabled={testing !== undefined} onClick={() => void test(nome)}
              >
                Enviar teste
              </Button>
            )}
          >
            {null}
          </PageListItem>
        ))}
      </Box>
    </Section>
  );
};

const TimerItems = ({timers}: {timers: readonly TimerState[]}) => (
  <Section title="Temporizadores">
    <Box component="ul" sx={{listStyle: 'none', m: 0, p: 0}}>
      {timers.map(({nome, agenda, proxima, ultima, rodando, erro}, index) => (
        <PageListItem key={nome} name="temporizadores" id={index} title={<><strong>{nome}</strong> · {agenda}</>} aside={null}>
          {rodando ? 'Rodando agora.' : `Próxima vez: ${formatInstant(proxima)}.`}
          {ultima !== null && ` Última vez: ${formatInstant(ultima)}${erro === null ? '' : `, falhou: ${erro}`}.`}
        </PageListItem>
      ))}
    </Box>
  </Section>
);

const Deliveries = () => {
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [skipping, setSkipping] = useState<DeliveryRow>();
  const {data, error, refetch} = useQuery({
    queryKey: QUERY_KEY, refetchInterval: REFETCH_INTERVAL_MS,
    queryFn: async ({signal}) => (await request<DeliveryPanel>(DELIVERY_CALLS.list, {signal})).body,
  });
  if (data === undefined) {
    return error ? <LoadError error={error} retry={() => void refetch()} /> : <RowsSkeleton rows={3} label="Carregando as entregas" />;
  }
  const {entregas, pendentes, mortas, webhooks, temporizadores} = data;
  const decide = async (call: typeof DELIVERY_CALLS.repeat | typeof DELIVERY_CALLS.skip, id: number, message: string): Promise<void> => {
    try {
      await request(call, {params: {id}});
      toasts.success(message);
    } finally {
      await queryClient.invalidateQueries({queryKey: QUERY_KEY});
    }
  };
  const repeat = (id: number): void =>
    void decide(DELIVERY_CALLS.repeat, id, 'A entrega sai de novo!').catch((failure: unknown) => toasts.failed(failure));
  const skip = async ({id}: DeliveryRow): Promise<void> => {
    await decide(DELIVERY_CALLS.skip, id, 'Entrega Pulada!');
    setSkipping(undefined);
  };
  return (
    <>
      {mortas > 0 && (
        <Alert severity="warning" variant="outlined">
          {formatCountWithNoun(mortas, 'entrega parada segura', 'entregas paradas seguram')} as seguintes do mesmo registro: envie de
          novo ou pule.
        </Alert>
      )}
      <Section
        title="Entregas"
        note={`${formatCountWithNoun(pendentes, 'espera', 'esperam')} · ${formatCountWithNoun(mortas, 'parada', 'paradas')}`}
      >
        {entregas.length === 0 && <Typography color="text.secondary">Tudo chegou.</Typography>}
        <ExpandableList>
          {entregas.map(delivery => (
            <DeliveryItem
              key={delivery.id} delivery={delivery} onRepeat={() => repeat(delivery.id)} onSkip={() => setSkipping(delivery)}
            />
          ))}
        </ExpandableList>
      </Section>
      {webhooks.length > 0 && <Webhooks names={webhooks} />}
      {temporizadores.length > 0 && <TimerItems timers={temporizadores} />}
      {skipping !== undefined && (
        <ConfirmDialog
          open
          title={`Pular: ${skipping.destino}`}
          question="O destino nunca saberá deste evento, e as entregas seguintes do registro saem. Deseja pular?"
          confirm="Pular"
          tone="danger"
          onConfirm={() => skip(skipping)}
          onClose={() => setSkipping(undefined)}
        />
      )}
    </>
  );
};

export const DeliveriesPage = () => {
  const config = useConfig();
  const {perfil} = useSession();
  if (!hasDeliveriesPage(config)) return <NotFound />;
  return (
    <>
      <PageTitle tab="Entregas" heading="Entregas" />
      {mayDecideDeliveries(config, perfil)
        ? <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)'}}><Deliveries /></Box>
        : <Typography role="alert">Seu perfil não acompanha as entregas.</Typography>}
    </>
  );
};
