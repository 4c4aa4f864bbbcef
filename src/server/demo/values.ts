/** Believable answers to the items of the demonstration's templates, and a small real PDF to attach. */
import {dayFromToday} from '../../schema/fields/dates.ts';
import {toComparableText} from '../../schema/fields/text.ts';

const byName: Readonly<Record<string, readonly string[]>> = {
  placa: ['BRA2E19', 'QXZ4F07', 'RHO9A33', 'AYT1J58'],
  transportadora: ['TRB-017'],
  transgenia: ['CONV', 'RR', 'I2X'],
  'peso liquido (kg)': ['32450', '28910', '37120'],
  'nome do produtor': ['Antônio Vizentin', 'Lúcia Kowalski', 'Sebastião Prates'],
  cpf: ['52998224725', '11144477735', '39053344705'],
  cnpj: ['27465018000204', '12ABC345000188'],
  telefone: ['43999120345', '4432215544'],
  cep: ['86800000', '87013000'],
  'numero da nota': ['104512', '104877', '105003'],
  'motivo da divergencia': ['Peso de origem difere do peso na balança', 'CFOP incorreto para remessa'],
  lote: ['L-2291', 'L-2304'],
  'umidade (%)': ['13', '14'],
};
const byKind: Readonly<Record<string, readonly string[]>> = {
  email: ['motorista@riobonito.example', 'produtor@valedoivai.example'],
  numero: ['120', '340'],
  texto: ['Conferir com o responsável'],
};

/** A valid answer for an item of a ticket opened `at`; `turn` varies it. */
export const demoAnswer = (descricao: string, tipoCampo: string, turn: number, at = new Date()): string => {
  if (tipoCampo === 'data') return dayFromToday(3 - (turn % 9), at);
  const options = byName[toComparableText(descricao)] ?? byKind[tipoCampo] ?? byKind['texto'] ?? [];
  return options[turn % options.length] ?? '';
};

/** A one-page PDF that says `line`; any reader opens it. */
export const demoPdf = (line: string): Blob => {
  const stream = `BT /F1 16 Tf 72 760 Td (${line.replace(/[()\\]/g, ' ')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return new Blob([Buffer.from(text, 'latin1')], {type: 'application/pdf'});
};
