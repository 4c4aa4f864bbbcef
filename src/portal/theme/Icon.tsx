/** Icons by the config's names; imported by path, because the barrel slows builds and tests. */
import type SvgIcon from '@mui/material/SvgIcon';
import type {SvgIconProps} from '@mui/material/SvgIcon';
import Business from '@mui/icons-material/BusinessOutlined';
import ChatBubble from '@mui/icons-material/ChatBubbleOutlineOutlined';
import Check from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/HighlightOffOutlined';
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined';
import Description from '@mui/icons-material/DescriptionOutlined';
import Draw from '@mui/icons-material/DrawOutlined';
import Email from '@mui/icons-material/EmailOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Headset from '@mui/icons-material/HeadsetMicOutlined';
import Hourglass from '@mui/icons-material/HourglassEmptyOutlined';
import Inbox from '@mui/icons-material/InboxOutlined';
import Label from '@mui/icons-material/LabelOutlined';
import ListAlt from '@mui/icons-material/ListAltOutlined';
import LocalShipping from '@mui/icons-material/LocalShippingOutlined';
import Forward from '@mui/icons-material/ForwardOutlined';
import People from '@mui/icons-material/PeopleOutlined';
import SmartToy from '@mui/icons-material/SmartToyOutlined';
import StopCircle from '@mui/icons-material/StopCircleOutlined';
import Store from '@mui/icons-material/StoreOutlined';
import Ticket from '@mui/icons-material/ConfirmationNumberOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import type {IconName} from '../../schema/words/icons.ts';

const icons = {
  dashboard: Dashboard, empresa: Business, fornecedor: LocalShipping, caminhao: LocalShipping, usuario: People, modelo: Description,
  item: ListAlt, filial: Store, ticket: Ticket, etiqueta: Label, inbox: Inbox, signature: Draw, headset: Headset, hourglass: Hourglass,
  robot: SmartToy, exclamation: ErrorOutline, check: Check, cross: Close, undo: Undo, stop: StopCircle, email: Email,
  comentario: ChatBubble, passar: Forward,
} satisfies Record<IconName, typeof SvgIcon>;

export const Icon = ({name, ...props}: SvgIconProps & {name: string}) => {
  const Drawn = (icons as Readonly<Record<string, typeof SvgIcon>>)[name];
  return Drawn === undefined ? null : <Drawn {...props} />;
};
