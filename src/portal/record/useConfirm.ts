/** 'Está certo assim': what a robot found wrong with an item is right as it is (rules: Robots 5). Nothing that is typed is touched. */
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import {markCall} from '../../schema/queue.ts';
import {useResource} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {request} from '../wire/http.ts';
import {useChanged, useRemember} from '../wire/changed.ts';
import type {RecordFormState} from './useRecordForm.ts';

/** @returns says so of an item, and resolves whether it was taken; undefined where it is not this person's to say */
export const useConfirm = ({name, record, verdict}: RecordFormState): ((item: number) => Promise<boolean>) | undefined => {
  const resource = useResource(name);
  const toasts = useToasts();
  const remember = useRemember(name);
  const changed = useChanged();
  const {list} = apiOf(name, resource);
  if (resource.queue === undefined || list === undefined || record === undefined || !verdict.allowed) return undefined;
  return async item => {
    try {
      const {body} = await request(markCall(parseEndpoint(list).path), {params: {id: record.id}, body: {item}});
      await remember(record, body);
      return true;
    } catch (error) {
      toasts.failed(error);
      return false;
    } finally {
      changed(name);
    }
  };
};
