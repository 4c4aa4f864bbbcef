/** A record made again under another name, with its children. */
import {useRef, useState} from 'react';
import {useDataProvider} from 'ra-core';
import {recordTitle} from '../../../schema/words/recordTitle.ts';
import {useAbout} from '../../session/context.ts';
import {allRows, type Row} from '../../wire/providers/dialects.ts';

/** A copy is a new record: it has no number and no version yet. */
const bare = ({id: _id, versao: _versao, ...values}: Row): Record<string, unknown> => values;

export interface Copy {
  /** Children that came along so far, and all of them; undefined while they are counted. */
  progress: {done: number; total: number} | undefined;
  /**
   * Makes the copy; called again, the children it still lacks.
   *
   * @returns the copy, and why not every child came along
   * @throws what refused the record itself: there is no copy then
   */
  run: () => Promise<{copy: Row; failure: unknown}>;
}

export const useCopy = (name: string, row: Row): Copy => {
  const {config, resource} = useAbout(name);
  const {title, fields, children = {}} = resource;
  const dataProvider = useDataProvider();
  const [progress, setProgress] = useState<Copy['progress']>();
  const made = useRef<Row>(undefined);

  const named = (record: Row): Record<string, unknown> => {
    const field = fields[title];
    const text = `Cópia de ${recordTitle(resource, record)}`;
    return {[title]: field !== undefined && 'maxLength' in field ? text.slice(0, field.maxLength) : text};
  };
  const create = async (): Promise<Row> => {
    const {data: record} = await dataProvider.getOne<Row>(name, {id: row.id});
    const {data: copy} = await dataProvider.create<Row>(name, {data: {...bare(record), ...named(record)}});
    return copy;
  };
  const childrenOf = async (child: string, by: string, parent: Row): Promise<Row[]> =>
    (await dataProvider.getList<Row>(child, allRows(config.resources[child], {[by]: parent.id}))).data;

  const run = async () => {
    const before = made.current;
    const copy = before ?? await create();
    made.current = copy;
    try {
      for (const [child, {by}] of Object.entries(children)) {
        const all = await childrenOf(child, by, row);
        // Made one after the other, in their order: what an earlier try left, also without an answer, is the beginning.
        let done = before === undefined ? 0 : (await childrenOf(child, by, copy)).length;
        for (const one of all.slice(done)) {
          setProgress({done, total: all.length});
          await dataProvider.create(child, {data: {...bare(one), [by]: copy.id}});
          done += 1;
        }
      }
      return {copy, failure: undefined};
    } catch (failure) {
      return {copy, failure};
    } finally {
      setProgress(undefined);
    }
  };
  return {progress, run};
};
