/** One failed attempt: which robot, on which machine, why, and the items that it named; and the record as a file to try a robot on. */
import {formatInstant} from '../../../schema/fields/dates.ts';
import type {Failed} from '../../../schema/queuePanel.ts';
import {Repeat} from '../../form/history/Repeat.tsx';
import {Line} from './Line.tsx';

export const FailureLine = ({name, failed}: {name: string; failed: Failed}) => {
  const {id, nome, robo, tentativa, codigo, mensagem, dataCriacao, campos} = failed;
  return (
    <Line name={name} one={failed} aside={<Repeat name={name} id={id} />}>
      {formatInstant(dataCriacao)} · {robo || nome}, tentativa {tentativa}{codigo === '' ? '' : ` · ${codigo}`}: {mensagem}
      {campos.map(one => <div key={one.item}>{one.descricao || `Item ${one.item}`}: {one.mensagem}</div>)}
    </Line>
  );
};
