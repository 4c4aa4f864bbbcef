/** The product's mark and name, at the head of the menu. */
import Box from '@mui/material/Box';
import {useConfig} from '../../session/ConfigContext.tsx';
import {TOP_BAR} from '../../theme/tokens.ts';

export const Brand = ({collapsed}: {collapsed: boolean}) => {
  const {product} = useConfig();
  return (
    <Box
      sx={{
        display: 'flex', alignItems: 'center', gap: 1.25, minHeight: TOP_BAR, px: collapsed ? 0 : 1,
        justifyContent: collapsed ? 'center' : 'flex-start',
      }}
    >
      <img src="/favicon.svg" alt={collapsed ? product.name : ''} width={30} height={30} />
      {!collapsed && <Box component="span" sx={{fontSize: '1.125rem', fontWeight: 700, letterSpacing: '-0.01em'}}>{product.name}</Box>}
    </Box>
  );
};
