/** The ways out of a screen that has nothing to show: to where one was, to the list it belongs to, and home. */
import Button from '@mui/material/Button';
import {Link, useLocation, type Location} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import {screens} from '../../schema/paths.ts';
import {useConfig} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {originOf} from './place/steps.ts';
import {useWayBackTo} from './place/useWayBack.ts';

const ToList = ({list}: {list: string}) => <Button {...useWayBackTo(list).backLink} variant="contained">Voltar para a lista</Button>;
const Back = () => <Button {...useWayBackTo(useLocation().pathname).backLink} variant="contained">Voltar</Button>;

export const WayOut = () => {
  const config = useConfig();
  const {perfil} = useSession();
  const {pathname, state} = useLocation() as Location<unknown>;
  const origin = originOf(state);
  const lists = Object.values(config.resources).filter(resource => may(resource, 'list', perfil)).map(resource =>
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
