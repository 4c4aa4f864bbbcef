/** The invitation link in a dialog of the shell, where the server sends no e-mail (rules: Session 10). */
import {useSyncExternalStore} from 'react';
import {useQueryClient} from '@tanstack/react-query';
import type {Endpoint} from '../../schema/shapes/config.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {invitationLinkCall, invitingAction, isInvited} from '../../schema/invitation.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import {useResourceAndSession} from '../session/context.ts';
import {serverLimitsQuery} from './serverLimits.ts';

export interface Invitation {
  call: Endpoint;
  id: number | string;
  name: string;
}

let openInvitation: Invitation | undefined;
const listeners = new Set<() => void>();
/** Opens the dialog; undefined: closes it. */
export const showInvitation = (invitation: Invitation | undefined): void => {
  openInvitation = invitation;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useOpenInvitation = (): Invitation | undefined => useSyncExternalStore(subscribe, () => openInvitation);

/** @returns a function that shows the link of a person invited by the action, or created without a password. Other records are ignored. */
export const useShowInvitationLink = (name: string): ((record: RecordValues & {id: number | string}, isNew?: boolean) => void) => {
  const {resource, session} = useResourceAndSession(name);
  const queryClient = useQueryClient();
  return (record, isNew = false) => {
    const action = invitingAction(resource);
    const hasPassword = Object.entries(resource.fields).some(([field, {kind}]) => kind === 'senha' && Boolean(record[field]));
    if (action === undefined || (isNew && (hasPassword || !isInvited({resource, record, session})))) return;
    const invitation = {call: invitationLinkCall(action), id: record.id, name: recordTitle(resource, record)};
    void queryClient.query(serverLimitsQuery).then(limits => limits?.enviaEmails === false && showInvitation(invitation));
  };
};
