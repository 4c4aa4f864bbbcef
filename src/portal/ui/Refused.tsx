/** A screen that this profile may not see: said in the page, never by sending somebody to the login (rules: Access 9). */
import {useTranslate} from 'ra-core';
import {useConfig} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {Message} from './Message.tsx';
import {PageTitle} from './PageTitle.tsx';
import {WayOut} from './WayOut.tsx';

export const Refused = ({tab}: {tab: string}) => {
  const translate = useTranslate();
  const {profiles} = useConfig();
  const {perfil} = useSession();
  const profile = profiles[perfil];
  return (
    <>
      <PageTitle tab={tab} heading={translate('ra.page.access_denied')} />
      <Message
        alert
        icon="cross"
        title={translate('ra.message.access_denied')}
        action={<WayOut />}
      >
        Você entrou como {profile?.name}. Se precisa deste acesso, fale com o administrador.
      </Message>
    </>
  );
};
