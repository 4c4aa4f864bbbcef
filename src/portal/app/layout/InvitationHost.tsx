/** Renders the invitation dialog in the shell, so that it survives the navigation after a save. */
import {useEffect} from 'react';
import {showInvitation, useOpenInvitation} from '../../fields/invitationLink.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';

const InvitationDialog = lazyComponent(async () => (await import('./InvitationDialog.tsx')).InvitationDialog);

export const InvitationHost = () => {
  const invitation = useOpenInvitation();
  // Cleared at sign-out, so that the next user does not see the link.
  useEffect(() => () => showInvitation(undefined), []);
  return invitation && <InvitationDialog invitation={invitation} onClose={() => showInvitation(undefined)} />;
};
