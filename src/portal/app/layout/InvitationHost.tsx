/** Where the dialog of an invitation stands: over whatever screen follows. */
import {useEffect} from 'react';
import {showInvitation, useOpenInvitation} from '../../kinds/invitation.ts';
import {later} from '../../ui/later.tsx';

const InvitationDialog = later(async () => (await import('./InvitationDialog.tsx')).InvitationDialog);

export const InvitationHost = () => {
  const invitation = useOpenInvitation();
  // Nothing of it is left for whoever signs in next.
  useEffect(() => () => showInvitation(undefined), []);
  return invitation && <InvitationDialog invitation={invitation} onClose={() => showInvitation(undefined)} />;
};
