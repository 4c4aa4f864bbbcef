/** Buttons that leave an empty screen: to the previous screen or its list, and home. */
import Button from '@mui/material/Button';
import {useTranslate} from 'ra-core';
import {Link, useLocation, type Location} from 'react-router-dom';
import {mayAccess} from '../../schema/access.ts';
import {screens} from '../../schema/paths.ts';
import {useConfig, useSession} from '../session/context.ts';
import {originOf} from '../navigation/locationState.ts';
import {useWayBackTo} from '../navigation/useWayBack.ts';
import {Message} from './Message.tsx';
import {PageTitle} from './PageTitle.tsx';

const BackToList = ({list}: {list: string}) => <Button {...useWayBackTo(list).backLink} variant="contained">Voltar para a lista</Button>;
const Back = () => <Button {...useWayBackTo(useLocation().pathname).backLink} variant="contained">Voltar</Button>;

export const LeaveButtons = () => {
  const config = useConfig();
  const {perfil} = useSession();
  const {pathname, state} = useLocation() as Location<unknown>;
  const origin = originOf(state);
  const lists = Object.values(config.resources).filter(resource => mayAccess(resource, 'list', perfil)).map(resource =>
    screens(config, resource).list);
  const listPath = lists.find(path => pathname.startsWith(`${path}/`));
  const backButton = listPath !== undefined && (origin === undefined || origin.from === listPath)
    ? <BackToList list={listPath} /> : origin && <Back />;
  return (
    <>
      <Button
        component={Link}
        to={config.profiles[perfil]?.home ?? config.product.basename}
        variant={backButton ? 'outlined' : 'contained'}
      >
        Ir para o início
      </Button>
      {backButton}
    </>
  );
};

/** An unknown address inside the shell (rules: Screens 1). */
export const NotFound = () => {
  const {product} = useConfig();
  return (
    <>
      <PageTitle tab={product.pageTitle} heading="Página não encontrada" />
      <Message
        icon="exclamation"
        title="Este endereço não existe, ou o registro não está ao seu alcance."
        action={<LeaveButtons />}
      >
        Confira o endereço digitado ou escolha uma opção no menu.
      </Message>
    </>
  );
};

/** A screen that this profile may not see; it never redirects to the login (rules: Access 9). */
export const AccessDenied = ({tab}: {tab: string}) => {
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
        action={<LeaveButtons />}
      >
        Você entrou como {profile?.name}. Se precisa deste acesso, fale com o administrador.
      </Message>
    </>
  );
};
