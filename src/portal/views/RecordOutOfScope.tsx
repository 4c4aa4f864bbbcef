/** Replaces an open record that has left the caller's scope (rules: Screens 15). */
import type {ReactNode} from 'react';
import {capitalize, nounOf} from '../../schema/words/nouns.ts';
import {hasDraftsOfForm} from '../form/drafts/draftStore.ts';
import {useResourceAndSession} from '../session/context.ts';
import {Message} from '../ui/Message.tsx';

interface Props {
  name: string;
  id: number;
  action: ReactNode;
}

export const RecordOutOfScope = ({name, id, action}: Props) => {
  const {resource, session} = useResourceAndSession(name);
  return (
    <Message alert icon="exclamation" title={`${capitalize(nounOf(resource).this)} não está mais ao seu alcance.`} action={action}>
      {hasDraftsOfForm(session.id, `${name}.${id}`) && 'O que você digitou está guardado neste navegador, e volta se o acesso voltar.'}
    </Message>
  );
};
