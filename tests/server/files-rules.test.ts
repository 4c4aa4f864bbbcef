import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import {cleanFileName, hasForbiddenExtension} from '../../src/schema/fileNames.ts';
import {Refusal} from '../../src/server/errors.ts';
import {SIGNATURE_HEAD_BYTES} from '../../src/server/files/programSignatures.ts';
import {acceptFileContent, acceptFileName} from '../../src/server/files/acceptFile.ts';
import {gathered} from '../support/gathered.ts';
import {compoundFile, INSTALLER, windowsProgram, WORKBOOK} from '../support/programs.ts';

const after = (begin: readonly number[]) => Buffer.concat([Buffer.from(begin), Buffer.alloc(200)]);
const elf = after([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1]);
const lnk = after([0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]);

describe('forbidden names', () => {
  it.each([
    'a.exe', 'a.EXE', 'a.bat', 'a.Bat', '.exe', 'a.exe.', 'a.exe...', 'a.exe ', 'a.exe . .', 'a.exe\u00A0', 'nota.exe.pdf', 'a.pdf.exe',
    'a .exe', 'a. exe',
    'a.pdf\u0000.exe', 'a.e\u0000xe', 'a.\u202Eexe', 'a.e\u200Bxe', 'a.exe\u200F', 'C:\\temp\\a.bat', '../../a.exe', 'a.exe::$DATA',
    'a.exe:oculto', 'a.exe\uFEFF',
  ])('%j', name => {
    expect(hasForbiddenExtension(config, name)).toBe(true);
    expect(() => acceptFileName(config, name, 'one')).toThrow('Extensão do arquivo não permitida. Arquivos .exe e .bat são proibidos.');
    expect(() => acceptFileName(config, name, 'save')).toThrow('Existe(m) Arquivo(s) com Extensão Inválida!');
  });

  it.each([
    'exe', 'bat', 'executar.pdf', 'a.exemplo.pdf', 'combate.txt', 'nota fiscal.pdf', 'ação nº 1.pdf', 'laudo.batata', 'a.tar.gz',
  ])('not %j', name => {
    expect(hasForbiddenExtension(config, name)).toBe(false);
    expect(acceptFileName(config, name, 'save')).toBe(name);
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
    expect(() => acceptFileName(config, raw, 'save')).toThrow('Selecione um arquivo.');
  });
});

describe('content', () => {
  const PROGRAM = 'O conteúdo do arquivo é de um programa. Programas não são aceitos.';
  /** All of a file as it comes in, so many bytes at a time. */
  const take = async (bytes: Buffer, portion = 1000): Promise<Buffer> => {
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += portion) yield bytes.subarray(at, at + portion);
    };
    return Buffer.concat(await gathered(await acceptFileContent(config, bytes.subarray(0, SIGNATURE_HEAD_BYTES), chunks())));
  };

  it.each([
    ['a Windows program', windowsProgram(), PROGRAM],
    ['one whose second header is in the first', windowsProgram(4), PROGRAM],
    ['one whose second header lies far behind the first', windowsProgram(3 * SIGNATURE_HEAD_BYTES), PROGRAM],
    ['one for 16 bits', windowsProgram(0x80, 'NE'), PROGRAM],
    ['a Linux program', elf, PROGRAM],
    ['a Mac program', after([0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1]), PROGRAM],
    ['one for several kinds of Mac', after([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2]), PROGRAM],
    ['a Java class', after([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 65]), PROGRAM],
    ['a shortcut', lnk, PROGRAM],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf ~\n'), PROGRAM],
    ['another way of writing one', Buffer.from('#! /usr/bin/env python3\n'), PROGRAM],
    ['an installer', compoundFile(INSTALLER), PROGRAM],
    ['one whose directory is at its end', compoundFile(INSTALLER, 40), PROGRAM],
    ['one in large sectors', compoundFile(INSTALLER, 1, 12), PROGRAM],
    ['nothing', Buffer.alloc(0), 'O arquivo está vazio.'],
  ])('refuses %s, in whatever portions it comes', async (_what, bytes, sentence) => {
    for (const portion of [7, 1000, 100_000]) {
      const refused = take(bytes, portion);
      await expect(refused).rejects.toThrow(sentence);
      await expect(refused).rejects.toBeInstanceOf(Refusal);
      await expect(refused).rejects.toMatchObject({status: 400, codigo: 'EXTENSAO'});
    }
  });

  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['an old Word document', compoundFile()],
    // Whatever its name ends in: .xlsm, .xlsb, .docm, .dotx, .xlsx with a password are compound files, and so are .oft and .msg.
    ['a workbook', compoundFile(WORKBOOK)],
    ['a document with a password, whose directory is at its end', compoundFile(undefined, 40)],
    ['a compound file that is cut short', compoundFile(INSTALLER, 40).subarray(0, 5000)],
    ['one whose header says nothing', after([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])],
    ['plain text', Buffer.from('nota;valor\n1;2\n')],
    ['a text that begins as Windows programs do', Buffer.from('MZ-4471;Retroescavadeira;PE\n'.repeat(40))],
    ['a short one', Buffer.from('MZ')],
    ['one byte', Buffer.from('M')],
    ['a text with a number sign', Buffer.from('#! importante: ligar para a Mantiqueira')],
    ['an SVG with a script, which no download renders', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['bytes of no known type', Buffer.from([0, 1, 2, 3, 255, 254])],
  ])('takes %s, whole', async (_what, bytes) => {
    for (const portion of [7, 100_000]) expect(await take(bytes, portion)).toEqual(bytes);
  });
});
