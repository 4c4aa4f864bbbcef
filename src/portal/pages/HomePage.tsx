/** /adm/home: where this person can go from here, by profile. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import {Link} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import {screens} from '../../schema/paths.ts';
import {useConfig} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {Icon} from '../theme/Icon.tsx';
import {PageTitle} from '../ui/PageTitle.tsx';
import {HOME} from './addresses.ts';
import {menuOf} from './menu.ts';

interface Shortcut {
  label: string;
  icon: string;
  to: string;
}

/** What may be created, where creating has a name of its own, then the lists in the menu. */
const useShortcuts = (): Shortcut[] => {
  const config = useConfig();
  const {perfil} = useSession();
  const creates = Object.values(config.resources).flatMap((resource): Shortcut[] =>
    resource.list.createLabel !== undefined && may(resource, 'create', perfil)
      ? [{label: resource.list.createLabel, icon: resource.icon, to: screens(config, resource).create}] : []);
  const lists = menuOf(config, perfil).flatMap(group => group.entries).filter(({to}) => to !== `${config.product.basename}/${HOME}`);
  return [...creates, ...lists];
};

export const HomePage = () => {
  const {product} = useConfig();
  return (
    <>
      <PageTitle tab={product.pageTitle} heading="Visão Geral de Tickets" />
      <Box component="ul" sx={{display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))', gap: 2, p: 0, m: 0, listStyle: 'none'}}>
        {useShortcuts().map(({label, icon, to}, index) => (
          <li key={to}>
            <ButtonBase
              component={Link}
              to={to}
              sx={{
                width: '100%', minHeight: 88, p: 2, gap: 2, justifyContent: 'flex-start', borderRadius: 1.5, border: 1, borderColor: 'divider',
                backgroundColor: index === 0 ? 'primary.main' : 'background.paper', color: index === 0 ? 'primary.contrastText' : 'text.primary',
                '&:hover': {borderColor: 'primary.main'},
              }}
            >
              <Icon name={icon} sx={{fontSize: 28}} />
              <Typography variant="h3" component="span">{label}</Typography>
            </ButtonBase>
          </li>
        ))}
      </Box>
    </>
  );
};
