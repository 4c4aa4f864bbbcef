/** The versions of a template: items, date, and differences to the current version (rules: Templates 7). */
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
import type {TemplateVersion, VersionItem} from '../../../schema/apiShapes.ts';
import {LabelledSelect} from '../../fields/LabelledSelect.tsx';
import {useConfig} from '../../session/context.ts';
import {FormSkeleton} from '../../ui/FormSkeleton.tsx';
import {NotLoaded} from '../../ui/LoadError.tsx';
import {Modal} from '../../ui/Modal.tsx';
import {request} from '../../api/http.ts';
import {FRESH_MS} from '../../api/queryFreshness.ts';
import {ItemInputs} from './ItemInputs.tsx';

interface Difference {
  id: number;
  kind: 'Adicionado' | 'Removido' | 'Alterado';
  /** The item's current name; of a removed item, the last one. */
  item: string;
  /** 'Obrigatório: de Não para Sim'; empty for an added or removed item. */
  changes: readonly string[];
}

const describeChanges = ({resources}: Config, items: string, then: RecordValues, now: RecordValues): string[] =>
  Object.entries(resources[items]?.fields ?? {}).flatMap(([name, field]) => {
    if (then[name] === now[name]) return [];
    const format = (value: unknown): string => kindRuleOf(field).format(value, field);
    return [`${field.label}: de ${format(then[name])} para ${format(now[name])}`];
  });

/**
 * Differences between two versions in item order; removed items come last.
 *
 * @param items the items' resource
 */
const listDifferences = (
  config: Config, items: string, then: readonly VersionItem[], now: readonly VersionItem[],
): Difference[] => {
  const previousById = new Map(then.map(item => [item.id, item]));
  const currentIds = new Set(now.map(({id}) => id));
  return [
    ...now.flatMap((item): Difference[] => {
      const previous = previousById.get(item.id);
      if (previous === undefined) return [{id: item.id, kind: 'Adicionado', item: item.descricao, changes: []}];
      const changes = describeChanges(config, items, previous, item);
      return changes.length === 0 ? [] : [{id: item.id, kind: 'Alterado', item: item.descricao, changes}];
    }),
    ...then.filter(({id}) => !currentIds.has(id))
      .map(({id, descricao}): Difference => ({id, kind: 'Removido', item: descricao, changes: []})),
  ];
};

const isReordered = (then: readonly VersionItem[], now: readonly VersionItem[]): boolean => {
  const commonIds = (items: readonly VersionItem[], otherItems: readonly VersionItem[]): number[] =>
    items.map(({id}) => id).filter(id => otherItems.some(item => item.id === id));
  return commonIds(then, now).join() !== commonIds(now, then).join();
};

export interface VersionsDialogProps {
  name: string;
  id: number;
  title: string;
  version?: number | undefined;
  onClose: () => void;
}

const useVersions = (name: string, id: number) => {
  const call = versionsCall(useConfig(), name) ?? `GET ${name}/:id/versoes`;
  return useQuery({
    queryKey: [name, 'versoes', id],
    staleTime: FRESH_MS,
    meta: {ours: true},
    queryFn: async ({signal}) => (await request<TemplateVersion[]>(call, {params: {id}, signal})).body,
  });
};

export const VersionsDialog = ({name, id, title, version, onClose}: VersionsDialogProps) => {
  const {data, isError, refetch} = useVersions(name, id);
  return (
    <Modal title={`Versões: ${title}`} onClose={onClose}>
      <DialogContent>
        {data === undefined && isError && <NotLoaded subject="as versões" onRetry={() => void refetch()} />}
        {data === undefined && !isError && <FormSkeleton inputs={4} />}
        {data && <Versions name={name} versions={data} first={version} />}
      </DialogContent>
      <DialogActions><Button onClick={onClose}>Fechar</Button></DialogActions>
    </Modal>
  );
};

const versionLabel = ({versao, atual}: TemplateVersion): string => `Versão ${versao}${atual ? ' (atual)' : ''}`;

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
          options={versions.map(option => ({id: option.versao, name: versionLabel(option)}))}
          value={shown.versao}
          emptyLabel={false}
          onChange={version => setChosen(Number(version))}
        />
        <Typography variant="caption" color="text.secondary" aria-live="polite">
          Desde {formatInstant(shown.dataCriacao)}{shown.nomeUsuario === '' ? '' : `, por ${shown.nomeUsuario}`}.
        </Typography>
      </Box>
      {!shown.atual && <Differences name={name} then={shown} now={current} />}
      <Box component="section" aria-label={versionLabel(shown)}>
        <Heading>O que {shown.atual ? 'pede' : 'pedia'}</Heading>
        {shown.itens.length === 0 && <Typography color="text.secondary">Nenhum item.</Typography>}
        {/* The key resets the inputs, because another version has other items. */}
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
  const differences = listDifferences(config, items, then.itens, now.itens);
  const hasNewOrder = isReordered(then.itens, now.itens);
  return (
    <Box component="section" aria-label="O que mudou até a versão atual">
      <Heading>O que mudou até a versão atual</Heading>
      {differences.length === 0 && !hasNewOrder && <Typography variant="body2">Hoje os itens são os mesmos.</Typography>}
      <Stack component="ul" spacing={1} sx={{m: 0, p: 0, listStyle: 'none'}}>
        {differences.map(({id, kind, item, changes}) => (
          <Box component="li" key={id} sx={{display: 'flex', alignItems: 'baseline', gap: 1, flexWrap: 'wrap'}}>
            <Chip size="small" variant="outlined" color={COLOURS[kind]} label={kind} />
            <Typography variant="body2" sx={{overflowWrap: 'anywhere'}}>
              <strong>{item}</strong>{changes.length > 0 && ` · ${changes.join('; ')}`}
            </Typography>
          </Box>
        ))}
        {hasNewOrder && <Typography component="li" variant="body2">Os itens estão em outra sequência.</Typography>}
      </Stack>
    </Box>
  );
};
