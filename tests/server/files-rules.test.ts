import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import {cleanFileName, hasForbiddenExtension} from '../../src/schema/fileNames.ts';
import {Refusal} from '../../src/server/errors.ts';
import {acceptedName, refuseContent} from '../../src/server/files/rules.ts';

const pe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
const elf = Buffer.concat([Buffer.from([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1]), Buffer.alloc(200)]);
const lnk = Buffer.concat([Buffer.from([0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]), Buffer.alloc(200)]);
const ole = Buffer.concat([Buffer.from([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]), Buffer.alloc(600)]);

describe('forbidden names', () => {
  it.each([
    'a.exe', 'a.EXE', 'a.bat', 'a.Bat', '.exe', 'a.exe.', 'a.exe...', 'a.exe ', 'a.exe . .', 'a.exe\u00A0', 'nota.exe.pdf', 'a.pdf.exe',
    'a .exe', 'a. exe',
    'a.pdf\u0000.exe', 'a.e\u0000xe', 'a.\u202Eexe', 'a.e\u200Bxe', 'a.exe\u200F', 'C:\\temp\\a.bat', '../../a.exe', 'a.exe::$DATA',
    'a.exe:oculto', 'a.exe\uFEFF',
  ])('%j', name => {
    expect(hasForbiddenExtension(config, name)).toBe(true);
    expect(() => acceptedName(config, name, 'one')).toThrow('Extensão do arquivo não permitida. Arquivos .exe e .bat são proibidos.');
    expect(() => acceptedName(config, name, 'save')).toThrow('Existe(m) Arquivo(s) com Extensão Inválida!');
  });

  it.each([
    'exe', 'bat', 'executar.pdf', 'a.exemplo.pdf', 'combate.txt', 'nota fiscal.pdf', 'ação nº 1.pdf', 'laudo.batata', 'a.tar.gz',
  ])('not %j', name => {
    expect(hasForbiddenExtension(config, name)).toBe(false);
    expect(acceptedName(config, name, 'save')).toBe(name);
  });
});

describe('names as they are kept', () => {
  it.each([
    ['cafe\u0301.pdf', 'café.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Documentos\\nota.pdf', 'nota.pdf'],
    ['  nota\t\n fiscal .pdf. ', 'nota fiscal .pdf'],
    ['a\u202Efdp.txt', 'afdp.txt'],
    ['quebra\r\nde: linha.pdf', 'quebrade: linha.pdf'],
    ['meia\uD800.pdf', 'meia.pdf'],
    [`${'á'.repeat(400)}.pdf`, `${'á'.repeat(251)}.pdf`],
  ])('%j', (raw, expected) => {
    expect(cleanFileName(raw)).toBe(expected);
  });

  it.each([undefined, '', '   ', '...', '\u0000', '/', '..'])('none: %j', raw => {
    expect(() => acceptedName(config, raw, 'save')).toThrow('Selecione um arquivo.');
  });
});

describe('content', () => {
  const PROGRAM = 'O conteúdo do arquivo é de um programa. Programas não são aceitos.';
  it.each([
    ['a Windows program', 'nota.pdf', pe, PROGRAM],
    ['a Linux program', 'nota.pdf', elf, PROGRAM],
    ['a shortcut', 'nota.pdf', lnk, PROGRAM],
    ['an installer', 'nota.msi', ole, PROGRAM],
    ['an installer under another name', 'nota.pdf', ole, PROGRAM],
    ['nothing', 'nota.pdf', Buffer.alloc(0), 'O arquivo está vazio.'],
  ])('refuses %s', async (_what, name, head, sentence) => {
    const refused = refuseContent(config, name, head);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    await expect(refused).rejects.toMatchObject({status: 400, codigo: 'EXTENSAO'});
  });

  it.each([
    ['a PDF', 'nota.pdf', Buffer.from('%PDF-1.7\n')],
    ['an old Word document', 'contrato.doc', ole],
    ['plain text', 'nota.csv', Buffer.from('nota;valor\n1;2\n')],
    ['one byte', 'a', Buffer.from('M')],
    [
      'an SVG with a script, which no download renders',
      'a.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    ['bytes of no known type', 'a.dat', Buffer.from([0, 1, 2, 3, 255, 254])],
  ])('takes %s', async (_what, name, head) => {
    await expect(refuseContent(config, name, head)).resolves.toBeUndefined();
  });
});
