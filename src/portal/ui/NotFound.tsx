/** An address inside the shell that leads nowhere (decisions §7). */
import Button from '@mui/material/Button';
import {Link} from 'react-router-dom';
import {useConfig} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {Message} from './Message.tsx';
import {PageTitle} from './PageTitle.tsx';

export const NotFound = () => {
  const {product, profiles} = useConfig();
  const {perfil} = useSession();
  return (
    <>
      <PageTitle tab={product.pageTitle} heading="Página não encontrada" />
      <Message
        icon="exclamation"
        title="Este endereço não existe, ou o registro não está ao seu alcance."
        action={<Button component={Link} to={profiles[perfil]?.home ?? product.basename} variant="contained">Ir para o início</Button>}
      >
        Confira o endereço digitado ou escolha uma opção no menu.
      </Message>
    </>
  );
};
