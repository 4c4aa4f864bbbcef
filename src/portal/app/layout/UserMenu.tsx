/** Who is signed in: first name and role, the theme they prefer, and the way out (rules: Screens 3). */
import {useState} from 'react';
import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {claims} from '../../session/claims.ts';
import {later} from '../../ui/later.tsx';

const UserEntries = later(async () => (await import('./UserEntries.tsx')).UserEntries);

const SignOutDialog = later(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

export const UserMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  /** undefined: nobody asked for it yet. */
  const [leaving, setLeaving] = useState<boolean>();
  const who = claims();
  // Without a readable token nobody is signed in, and the page is about to be left.
  const name = who === undefined ? 'Conta' : `${who.unique_name.split(' ')[0]} (${who.role})`;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        color="inherit"
        startIcon={<AccountIcon sx={{mr: {xs: -1, sm: 0}}} />}
        endIcon={<ExpandMore sx={{display: {xs: 'none', sm: 'block'}}} />}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={event => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
        sx={{fontWeight: 550, minWidth: {xs: 44, sm: 0}, px: {xs: 1, sm: 2}}}
      >
        <Box
          component="span"
          sx={theme => ({
            overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', [theme.breakpoints.down('sm')]: visuallyHidden,
          })}
        >
          {name}
        </Box>
      </Button>
      {anchor !== undefined && (
        <UserEntries
          name={name}
          anchor={anchor}
          open={open}
          onClose={close}
          onLeave={() => {
            close();
            setLeaving(true);
          }}
        />
      )}
      {leaving !== undefined && <SignOutDialog open={leaving} onClose={() => setLeaving(false)} />}
    </>
  );
};
