/** The notice of changes to the signed-in user: profile, company, external code (rules: Session 19). */
import {useEffect, useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import {useQueryClient} from '@tanstack/react-query';
import type {Config} from '../../../schema/shapes/config.ts';
import type {Session} from '../../../schema/session.ts';
import {EMPTY_VALUE} from '../../../schema/words/messages.ts';
import {claims} from '../../session/claims.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {hasDrafts} from '../../session/draftKeys.ts';
import {focusScreen} from '../../navigation/focus.ts';

interface Identity {
  session: Session;
  company: string;
}

const changesBetween = ({profiles}: Config, before: Identity, after: Identity): string[] => {
  const values = ({session: {perfil, codigoExterno}, company}: Identity) =>
    ({'Seu perfil': profiles[perfil]?.name ?? '', 'Sua empresa': company, 'Seu código externo': codigoExterno});
  const oldValues = Object.values(values(before));
  return Object.entries(values(after)).flatMap(([label, value], index) =>
    (value === oldValues[index] ? [] : [`${label} mudou de ${oldValues[index] || EMPTY_VALUE} para ${value || EMPTY_VALUE}.`]));
};

export const SessionChangeAlert = () => {
  const config = useConfig();
  const session = useSession();
  const [shown, setShown] = useState<Identity & {changes: readonly string[]}>(
    () => ({session, company: claims()?.groupsid ?? '', changes: []}),
  );
  if (shown.session !== session) {
    const newIdentity = {session, company: claims()?.groupsid ?? ''};
    const changes = changesBetween(config, shown, newIdentity);
    setShown({...newIdentity, changes: changes.length === 0 ? shown.changes : changes});
  }
  const queryClient = useQueryClient();
  // A renewed token without changes gives the same key.
  const identity = JSON.stringify([session, shown.company]);
  const fetchedIdentity = useRef(identity);
  useEffect(() => {
    if (fetchedIdentity.current === identity) return;
    fetchedIdentity.current = identity;
    // The changed user may have another row scope, so running queries are cancelled and all data is fetched again.
    void queryClient.cancelQueries().then(() => queryClient.invalidateQueries());
    focusScreen();
  }, [identity, queryClient]);
  return shown.changes.length > 0 && (
    <Alert role="status" severity="warning" sx={{mb: 2}} onClose={() => setShown({...shown, changes: []})}>
      {shown.changes.join(' ')}{hasDrafts(session.id) && ' O que você digitou e não salvou está guardado.'}
    </Alert>
  );
};
