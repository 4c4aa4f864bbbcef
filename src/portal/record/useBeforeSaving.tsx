/** What a save would take from a person is told before it, with what is offered for it (rules: Users 6). */
import {useState, type ReactNode} from 'react';
import type {RaRecord} from 'ra-core';
import {BEFORE, consequencesBefore, consequencesCall, DATA, UPDATING} from '../../schema/lifeCycle/consequences.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {Consequence} from '../../schema/wire.ts';
import {useHandOver} from '../actions/bulk/useHandOver.tsx';
import {useResource} from '../session/context.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {request} from '../wire/http.ts';
import {toBody} from '../wire/providers/body.ts';

interface Asked {
  record: RaRecord;
  told: readonly Consequence[];
  answer: (save: boolean) => void;
}

interface BeforeSaving {
  /** Resolves whether to save: nothing would be lost, or the person was told and goes on. */
  ask: (values: Values, record: RaRecord | undefined) => Promise<boolean>;
  /** Outside of the form: what is asked in it is no input of the record's. */
  dialog: ReactNode;
}

export const useBeforeSaving = (name: string): BeforeSaving => {
  const resource = useResource(name);
  const [asked, setAsked] = useState<Asked>();
  const call = consequencesCall(name, resource);

  /** A password has nothing to do with it, and stays out of addresses. */
  const dataOf = (values: Values): string => {
    const told = Object.entries(values).filter(([field]) => resource.fields[field]?.kind !== 'senha');
    return JSON.stringify(toBody(resource, Object.fromEntries(told)));
  };

  const ask = async (values: Values, record: RaRecord | undefined): Promise<boolean> => {
    if (record === undefined || call === undefined || consequencesBefore(resource, UPDATING).length === 0) return true;
    // Nobody is kept from saving because this is not known; another server does not know the call.
    const told = await request<Consequence[]>(call, {
      params: {id: record.id}, query: new URLSearchParams({[BEFORE]: UPDATING, [DATA]: dataOf(values)}),
    }).then(({body}) => body, () => []);
    if (told.length === 0) return true;
    return new Promise(resolve => {
      setAsked({
        record, told,
        answer: save => {
          setAsked(undefined);
          resolve(save);
        },
      });
    });
  };
  return {ask, dialog: asked && <SaveDialog name={name} {...asked} />};
};

const SaveDialog = ({name, record, told, answer}: {name: string} & Asked) => {
  const resource = useResource(name);
  const handing = useHandOver(name, record.id, told);
  const confirm = async (): Promise<boolean> => {
    const isSettled = await handing.settle();
    if (isSettled) answer(true);
    return isSettled;
  };
  return (
    <ConfirmDialog
      open
      title={`Salvar: ${recordTitle(resource, record)}`}
      question="Deseja salvar assim?"
      confirm={handing.confirm('Salvar')}
      onConfirm={confirm}
      onClose={() => answer(false)}
    >
      {handing.told}
    </ConfirmDialog>
  );
};
