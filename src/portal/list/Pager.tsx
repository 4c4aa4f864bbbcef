/** The pages of a list: at most three numbered links, plus first, previous, next and last (rules: Lists 3). */
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import FirstPage from '@mui/icons-material/FirstPage';
import LastPage from '@mui/icons-material/LastPage';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import {useListContext} from 'ra-core';
import type {ReactNode} from 'react';

const LINKS = 3;

export const pageLinks = (page: number, pages: number): number[] => {
  const first = Math.max(1, Math.min(page - 1, pages - LINKS + 1));
  return Array.from({length: Math.min(LINKS, pages)}, (_, index) => first + index);
};

interface PagerProps {
  total: number;
  shown: boolean;
  children?: ReactNode;
}

export const Pager = ({total, shown, children}: PagerProps) => {
  const {page, perPage, setPage} = useListContext();
  const pages = Math.max(1, Math.ceil(total / perPage));
  const links = pageLinks(page, pages);
  const step = (to: number, label: string, Drawn: typeof FirstPage) => (
    <IconButton size="small" aria-label={label} disabled={to < 1 || to > pages || to === page} onClick={() => setPage(to)}>
      <Drawn />
    </IconButton>
  );
  const dots = <Typography component="span" color="text.secondary" aria-hidden>…</Typography>;
  return (
    <Box
      sx={{display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, px: {xs: 0, sm: 2}, py: 1, minHeight: 52}}
    >
      <Typography variant="body2" color="text.secondary" aria-live="polite" sx={{fontVariantNumeric: 'tabular-nums'}}>
        {!shown
          ? ''
          : total === 0
            ? '0 registros'
            : `${(page - 1) * perPage + 1}–${Math.min(page * perPage, total)} de ${total.toLocaleString('pt-BR')}`}
      </Typography>
      {children}
      <Box sx={{flexGrow: 1}} />
      {pages > 1 && (
        <Box component="nav" aria-label="Paginação" sx={{display: 'flex', alignItems: 'center', gap: {xs: 0, sm: 0.5}}}>
          {step(1, 'Ir para a primeira página', FirstPage)}
          {step(page - 1, 'Ir para a página anterior', ChevronLeft)}
          {(links[0] ?? 1) > 1 && dots}
          {links.map(pageNumber => (
            <Button
              key={pageNumber}
              size="small"
              variant={pageNumber === page ? 'contained' : 'text'}
              aria-label={`Página ${pageNumber}`}
              aria-current={pageNumber === page ? 'page' : undefined}
              onClick={() => setPage(pageNumber)}
              sx={{minWidth: 36, px: 1}}
            >
              {pageNumber}
            </Button>
          ))}
          {(links.at(-1) ?? pages) < pages && dots}
          {step(page + 1, 'Ir para a próxima página', ChevronRight)}
          {step(pages, 'Ir para a última página', LastPage)}
        </Box>
      )}
    </Box>
  );
};
