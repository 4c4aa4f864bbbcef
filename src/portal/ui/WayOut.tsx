/** The ways out of a screen that has nothing to show: to where one was, to the list it belongs to, and home. */
import Button from '@mui/material/Button';
import {useTranslate} from 'ra-core';
import {Link, useLocation, type Location} from 'react-router-dom';
import {mayAccess} from '../../schema/access.ts';
import {screens} from '../../schema/paths.ts';
import {useConfig, useSession} from '../session/context.ts';
import {originOf} from '../navigation/steps.ts';
import {useWayBackTo} from '../navigation/useWayBack.ts';
import {Message} from './Message.tsx';
import {PageTitle} from './PageTitle.tsx';

const ToList = ({list}: {list: string}) => <Button {...useWayBackTo(list).backLink} variant="contained">Voltar para a lista</Button>;
const Back = () => <Button {...useWayBackTo(useLocation().pathname).backLink} variant="contained">Voltar</Button>;

export const WayOut = () => {
  const config = useConfig();
  const {perfil} = useSession();
  const {pathname, state} = useLocation() as Location<unknown>;
  const origin = originOf(state);
  const lists = Object.values(config.resources).filter(resource => mayAccess(resource, 'list', perfil)).map(resource =>
    screens(config, resource).list);
  const list = lists.find(one => pathname.startsWith(`${one}/`));
  const back = list !== undefined && (origin === undefined || origin.from === list) ? <ToList list={list} /> : origin && <Back />;
  return (
    <>
      <Button component={Link} to={config.profiles[perfil]?.home ?? config.product.basename} variant={back ? 'outlined' : 'contained'}>
        Ir para o início
      </Button>
      {back}
    </>
  );
};

/** An address inside the shell that leads nowhere (rules: Screens 1). */
export const NotFound = () => {
  const {product} = useConfig();
  return (
    <>
      <PageTitle tab={product.pageTitle} heading="Página não encontrada" />
      <Message
        icon="exclamation"
        title="Este endereço não existe, ou o registro não está ao seu alcance."
        action={<WayOut />}
      >
        Confira o endereço digitado ou escolha uma opção no menu.
      </Message>
    </>
  );
};

/** A screen that this profile may not see: said in the page, never by sending somebody to the login (rules: Access 9). */
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
