/** The versions of a template: what each asked, since when, and what is otherwise today (rules: Templates 7). */
import {useState} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {useQuery} from '@tanstack/react-query';
import {Form} from 'ra-core';
import type {Config} from '../../../schema/shapes/config.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {listVersionedItems, versionsCall} from '../../../schema/versions.ts';
import type {TemplateVersion, VersionItem} from '../../../schema/wire.ts';
import {LabelledSelect} from '../../kinds/LabelledSelect.tsx';
import {useConfig} from '../../session/context.ts';
import {FormSkeleton} from '../../ui/FormSkeleton.tsx';
import {NotLoaded} from '../../ui/LoadError.tsx';
import {Modal} from '../../ui/Modal.tsx';
import {request} from '../../wire/http.ts';
import {MOMENT} from '../../wire/known.ts';
import {ItemInputs} from './ItemInputs.tsx';

/** What a template asks otherwise than in one of its versions. */
interface Difference {
  id: number;
  what: 'Adicionado' | 'Removido' | 'Alterado';
  /** What the item is called, now or then. */
  item: string;
  /** 'Obrigatório: de Não para Sim'; none of an item that came or went. */
  changes: readonly string[];
}

/** In the words of the items' own fields. */
const changesOf = ({resources}: Config, items: string, then: RecordValues, now: RecordValues): string[] =>
  Object.entries(resources[items]?.fields ?? {}).flatMap(([name, field]) => {
    if (then[name] === now[name]) return [];
    const told = (value: unknown): string => kindRuleOf(field).format(value, field);
    return [`${field.label}: de ${told(then[name])} para ${told(now[name])}`];
  });

/**
 * From one version to another, in the order in which the items stand; what is gone comes last.
 *
 * @param items the resource of the items
 */
const differences = (
  config: Config, items: string, then: readonly VersionItem[], now: readonly VersionItem[],
): Difference[] => {
  const before = new Map(then.map(item => [item.id, item]));
  const there = new Set(now.map(({id}) => id));
  return [
    ...now.flatMap((item): Difference[] => {
      const old = before.get(item.id);
      if (old === undefined) return [{id: item.id, what: 'Adicionado', item: item.descricao, changes: []}];
      const changes = changesOf(config, items, old, item);
      return changes.length === 0 ? [] : [{id: item.id, what: 'Alterado', item: item.descricao, changes}];
    }),
    ...then.filter(({id}) => !there.has(id)).map(({id, descricao}): Difference => ({id, what: 'Removido', item: descricao, changes: []})),
  ];
};

/** Whether the items that both have stand in another order. */
const isReordered = (then: readonly VersionItem[], now: readonly VersionItem[]): boolean => {
  const both = (some: readonly VersionItem[], others: readonly VersionItem[]): number[] =>
    some.map(({id}) => id).filter(id => others.some(other => other.id === id));
  return both(then, now).join() !== both(now, then).join();
};

export interface VersionsDialogProps {
  /** The template's resource. */
  name: string;
  id: number;
  /** What the template is called. */
  title: string;
  /** The version to begin with; absent: today's. */
  version?: number | undefined;
  onClose: () => void;
}

const useVersions = (name: string, id: number) => {
  const call = versionsCall(useConfig(), name) ?? `GET ${name}/:id/versoes`;
  return useQuery({
    queryKey: [name, 'versoes', id],
    staleTime: MOMENT,
    meta: {ours: true},
    queryFn: async ({signal}) => (await request<TemplateVersion[]>(call, {params: {id}, signal})).body,
  });
};

export const VersionsDialog = ({name, id, title, version, onClose}: VersionsDialogProps) => {
  const {data, isError, refetch} = useVersions(name, id);
  return (
    <Modal title={`Versões: ${title}`} onClose={onClose}>
      <DialogContent>
        {data === undefined && isError && <NotLoaded what="as versões" onRetry={() => void refetch()} />}
        {data === undefined && !isError && <FormSkeleton inputs={4} />}
        {data && <Versions name={name} versions={data} first={version} />}
      </DialogContent>
      <DialogActions><Button onClick={onClose}>Fechar</Button></DialogActions>
    </Modal>
  );
};

const called = ({versao, atual}: TemplateVersion): string => `Versão ${versao}${atual ? ' (atual)' : ''}`;

const Versions = ({name, versions, first}: {name: string; versions: readonly TemplateVersion[]; first: number | undefined}) => {
  const current = versions.find(({atual}) => atual);
  const [chosen, setChosen] = useState(first);
  const shown = versions.find(({versao}) => versao === chosen) ?? current;
  if (shown === undefined || current === undefined) return <Alert severity="info" variant="outlined">Ainda não há versões.</Alert>;
  return (
    <Stack spacing={2} sx={{pt: 1}}>
      <Box sx={{maxWidth: 320}}>
        <LabelledSelect
          label="Versão"
          name="versao"
          options={versions.map(one => ({id: one.versao, name: called(one)}))}
          value={shown.versao}
          all={false}
          onChange={version => setChosen(Number(version))}
        />
        <Typography variant="caption" color="text.secondary" aria-live="polite">
          Desde {formatInstant(shown.dataCriacao)}{shown.nomeUsuario === '' ? '' : `, por ${shown.nomeUsuario}`}.
        </Typography>
      </Box>
      {!shown.atual && <Differences name={name} then={shown} now={current} />}
      <Box component="section" aria-label={called(shown)}>
        <Heading>O que {shown.atual ? 'pede' : 'pedia'}</Heading>
        {shown.itens.length === 0 && <Typography color="text.secondary">Nenhum item.</Typography>}
        {/* The inputs of another version are others, whatever was tried in these. */}
        <Form key={shown.versao} record={{}} noValidate disableInvalidFormNotification>
          <ItemInputs items={shown.itens} />
        </Form>
        {shown.itens.length > 0 && (
          <Typography variant="caption" color="text.secondary" sx={{display: 'block', mt: 1}}>
            Nada do que for digitado aqui é salvo.
          </Typography>
        )}
      </Box>
    </Stack>
  );
};

const Heading = ({children}: {children: React.ReactNode}) => (
  <Typography component="h3" variant="subtitle2" sx={{mb: 1, fontWeight: 600}}>{children}</Typography>
);

const COLOURS = {Adicionado: 'success', Removido: 'error', Alterado: 'warning'} as const;

const Differences = ({name, then, now}: {name: string; then: TemplateVersion; now: TemplateVersion}) => {
  const config = useConfig();
  const items = listVersionedItems(config).find(({of}) => of === name)?.items ?? '';
  const all = differences(config, items, then.itens, now.itens);
  const moved = isReordered(then.itens, now.itens);
  return (
    <Box component="section" aria-label="O que mudou até a versão atual">
      <Heading>O que mudou até a versão atual</Heading>
      {all.length === 0 && !moved && <Typography variant="body2">Hoje os itens são os mesmos.</Typography>}
      <Stack component="ul" spacing={1} sx={{m: 0, p: 0, listStyle: 'none'}}>
        {all.map(({id, what, item, changes}) => (
          <Box component="li" key={id} sx={{display: 'flex', alignItems: 'baseline', gap: 1, flexWrap: 'wrap'}}>
            <Chip size="small" variant="outlined" color={COLOURS[what]} label={what} />
            <Typography variant="body2" sx={{overflowWrap: 'anywhere'}}>
              <strong>{item}</strong>{changes.length > 0 && ` · ${changes.join('; ')}`}
            </Typography>
          </Box>
        ))}
        {moved && <Typography component="li" variant="body2">Os itens estão em outra sequência.</Typography>}
      </Stack>
    </Box>
  );
};
