/** Health checks in the document (rules: Operation 2). */
import {answer, SERVICE, type CallDoc, type Documented} from '../openapi/call.ts';
import {objectOf, TEXT, type Json} from '../openapi/json.ts';

const told = (situacao: string): Json => objectOf({situacao: {...TEXT, const: situacao}});
const check = (path: 'vivo' | 'pronto', summary: string, more: CallDoc['answers'] = {}): CallDoc => ({
  endpoint: `GET ${path}`, id: `servico.${path}`, tag: SERVICE, summary, open: true, answers: {200: answer('Sim.', told(path)), ...more},
});

export const healthDocument = (): Documented => ({
  calls: [
    check('vivo', 'O processo responde?'),
    check('pronto', 'Banco de dados, migrações e arquivos estão prontos?', {503: answer('Não.', told('indisponivel'))}),
  ],
});
