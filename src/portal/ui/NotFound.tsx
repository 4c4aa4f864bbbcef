/** An address inside the shell that leads nowhere (rules: Screens 1). */
import {useConfig} from '../session/ConfigContext.tsx';
import {Message} from './Message.tsx';
import {PageTitle} from './PageTitle.tsx';
import {WayOut} from './WayOut.tsx';

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
