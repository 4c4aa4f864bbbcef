/** Copies a record, and the children the config names, after asking; the copy is opened to be changed. */
import {useRef, useState} from 'react';
import {useQueryClient} from '@tanstack/react-query';
import {useDataProvider} from 'ra-core';
import {useNavigate} from 'react-router-dom';
import {fill} from '../../schema/messages.ts';
import {screens} from '../../schema/paths.ts';
import {ConfirmDialog} from '../actions/ConfirmDialog.tsx';
import {useConfig, useResource} from '../ConfigContext.tsx';
import type {Row} from '../providers/dialects.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {recordTitle} from '../views/recordTitle.ts';

/** A copy is a new record: it has no number and no version yet. */
const bare = ({id: _id, versao: _versao, ...values}: Row): Record<string, unknown> => values;

/** @returns copies a record; resolves with the copy, and whether every child came along */
const useCopy = (name: string) => {
  const config = useConfig();
  const resource = useResource(name);
  const dataProvider = useDataProvider();
  const {duplicate, title, fields} = resource;
  const named = (record: Row): Record<string, unknown> => {
    const field = fields[title];
    const text = fill(duplicate?.title ?? '', record);
    return {[title]: field !== undefined && 'maxLength' in field ? text.slice(0, field.maxLength) : text};
  };
  return async (row: Row): Promise<{copy: Row; failure: unknown}> => {
    const {data: record} = await dataProvider.getOne<Row>(name, {id: row.id});
    const {data: copy} = await dataProvider.create<Row>(name, {data: {...bare(record), ...named(record)}});
    try {
      for (const child of duplicate?.children ?? []) {
        const by = resource.children?.[child]?.by ?? '';
        const [field, order] = config.resources[child]?.list.sort ?? ['id', 'asc'];
        const {data: rows} = await dataProvider.getList<Row>(child, {filter: {[by]: row.id}, sort: {field, order: order === 'desc' ? 'DESC' : 'ASC'}, meta: {all: true}});
        for (const one of rows) await dataProvider.create(child, {data: {...bare(one), [by]: copy.id}});
      }
      return {copy, failure: undefined};
    } catch (failure) {
      return {copy, failure};
    }
  };
};

interface Props {
  name: string;
  record: Row;
  onClose: () => void;
}

export const DuplicateDialog = ({name, record, onClose}: Props) => {
  const config = useConfig();
  const resource = useResource(name);
  const toasts = useToasts();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const copyOf = useCopy(name);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const {duplicate, messages} = resource;
  if (duplicate === undefined) return null;

  const confirm = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const {copy, failure} = await copyOf(record);
      if (failure === undefined) toasts.success(messages.created);
      else toasts.warning(duplicate.incomplete);
      for (const touched of [name, ...(duplicate.children ?? [])]) void queryClient.invalidateQueries({queryKey: [touched]});
      onClose();
      void navigate(screens(config, resource).edit(copy.id));
    } catch (error) {
      toasts.failed(error);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      open
      title={`${duplicate.label}: ${recordTitle(resource, record)}`}
      question={fill(duplicate.confirm, record)}
      confirm={duplicate.label}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
};
