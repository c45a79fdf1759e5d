import { describe, expect, test } from '@jest/globals';
import { type LStat } from '../../../domain/lstat.js';
import { attributesOf } from './entry.js';
import { tarHeader, tarName } from './tar-packer.js';
import { lstatSync } from 'node:fs';

const here: LStat = attributesOf(lstatSync('.', { bigint: true }), 0);

describe('names in the archive', () => {
  test('a UTF-8 name stays as it is', () => {
    expect(tarName(Buffer.from('Größe\n'))).toEqual({ text: 'Größe\n', exact: null });
  });

  test('each offending byte becomes %XX and the exact bytes ride along', () => {
    const raw = Buffer.from([0x61, 0xe9, 0xc3, 0xa9, 0xff]);
    expect(tarName(raw)).toEqual({ text: 'a%E9é%FF', exact: raw });
    const header = tarHeader({
      type: 'file',
      path: Buffer.concat([Buffer.from('/'), raw]),
      link: null,
      attributes: here,
      size: 0,
    });
    expect(header).toMatchObject({ name: 'a%E9é%FF', pax: { 'BACKUPCONSOLE.path': raw.toString('base64') } });
  });
});

describe('header', () => {
  test('has the path without the leading slash, and a link names the first path the same way', () => {
    const header = tarHeader({
      type: 'link',
      path: Buffer.from('/srv/b'),
      link: Buffer.from('/srv/a'),
      attributes: here,
      size: 0,
    });
    expect(header).toMatchObject({ name: 'srv/b', linkname: 'srv/a' });
  });

  test('a symlink keeps its target untouched', () => {
    const header = tarHeader({
      type: 'symlink',
      path: Buffer.from('/srv/b'),
      link: Buffer.from('/etc/x'),
      attributes: here,
      size: 0,
    });
    expect(header.linkname).toBe('/etc/x');
  });

  test('numbers that exceed the old fields go into pax records', () => {
    const attributes = { ...here, uid: 4_000_000, gid: 5_000_000, mtime: -5 };
    const header = tarHeader({ type: 'file', path: Buffer.from('/a'), link: null, attributes, size: 0 });
    expect(header.pax).toEqual({ uid: '4000000', gid: '5000000', mtime: '-5' });
    expect(header.mtime?.getTime()).toBe(0);
  });
});
