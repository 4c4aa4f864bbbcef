/** The own panels of a record, below its fields (docs/own.md). */
import type {Row} from '../api/providers/listDialects.ts';
import {useSession} from '../session/context.ts';
import {useOwnScreens, type LoadComponent, type OwnPanel} from '../session/ownScreens.ts';
import {OwnCodeBoundary, OwnComponent} from '../ui/OwnComponent.tsx';
import {Section} from '../ui/Section.tsx';

export const OwnPanels = ({name, record, place}: {name: string; record: Row; place: OwnPanel['place']}) => {
  const {perfil} = useSession();
  const {screens: {panels: {[name]: panels = []}}} = useOwnScreens();
  return panels.filter(panel => panel.place === place && panel.profiles?.includes(perfil) !== false).map(({title, load}) => (
    <Section key={title} title={title}>
      <OwnCodeBoundary title={title}><OwnComponent load={load as LoadComponent<{record: Row}>} record={record} /></OwnCodeBoundary>
    </Section>
  ));
};
