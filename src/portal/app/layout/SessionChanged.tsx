/** Says over the screen what somebody changed of the signed-in person, from one session of theirs to the next (rules: Session 19). */
import {useEffect, useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import {useQueryClient} from '@tanstack/react-query';
import type {Config} from '../../../schema/shapes/config.ts';
import type {Session} from '../../../schema/session.ts';
import {claims} from '../../session/claims.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {hasDrafts} from '../../session/draftKeys.ts';
import {focusScreen} from '../../navigation/focus.ts';

interface Identity {
  session: Session;
  /** The company's name. */
  company: string;
}

const changesBetween = ({profiles}: Config, before: Identity, now: Identity): string[] => {
  const values = ({session: {perfil, codigoExterno}, company}: Identity) =>
    ({'Seu perfil': profiles[perfil]?.name ?? '', 'Sua empresa': company, 'Seu código externo': codigoExterno});
  const old = Object.values(values(before));
  return Object.entries(values(now)).flatMap(([what, value], place) =>
    (value === old[place] ? [] : [`${what} mudou de ${old[place] || '—'} para ${value || '—'}.`]));
};

export const SessionChanged = () => {
  const config = useConfig();
  const session = useSession();
  const [known, setKnown] = useState<Identity & {changes: readonly string[]}>(
    () => ({session, company: claims()?.groupsid ?? '', changes: []}),
  );
  if (known.session !== session) {
    const now = {session, company: claims()?.groupsid ?? ''};
    const changes = changesBetween(config, known, now);
    setKnown({...now, changes: changes.length === 0 ? known.changes : changes});
  }
  const queryClient = useQueryClient();
  // Another token of the same person changes none of it.
  const identity = JSON.stringify([session, known.company]);
  const readAs = useRef(identity);
  useEffect(() => {
    if (readAs.current === identity) return;
    readAs.current = identity;
    // Whoever is another now may reach other records: what was asked for before is none of theirs.
    void queryClient.cancelQueries().then(() => queryClient.invalidateQueries());
    // The screen was drawn anew: what had the focus went with it.
    focusScreen();
  }, [identity, queryClient]);
  return known.changes.length > 0 && (
    <Alert role="status" severity="warning" sx={{mb: 2}} onClose={() => setKnown({...known, changes: []})}>
      {known.changes.join(' ')}{hasDrafts(session.id) && ' O que você digitou e não salvou está guardado.'}
    </Alert>
  );
};
