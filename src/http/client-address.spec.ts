import { describe, expect, test } from '@jest/globals';
import { addressGroup, clientAddress, networkOf } from './client-address.js';

const trusted = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'].map(networkOf);

describe('the address of a client', () => {
  test.each([
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['10.0.0.1', 'nonsense', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.7, nonsense', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['::ffff:127.0.0.1', '198.51.100.7:5123', '198.51.100.7'],
    ['fd00::1', '[2001:db8::7]:443', '2001:db8::7'],
    ['fe80::1%eth0', undefined, 'fe80::1'],
    [undefined, '198.51.100.7', 'unknown'],
  ])('connected from %j with X-Forwarded-For %j is %j', (remote, forwardedFor, expected) => {
    expect(clientAddress(remote, forwardedFor, trusted)).toBe(expected);
  });

  test('is that of the connection where no proxy is trusted', () => {
    expect(clientAddress('127.0.0.1', '198.51.100.7', [])).toBe('127.0.0.1');
  });
});

test('addresses of one IPv6 network are one, those of IPv4 are not', () => {
  expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressGroup('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(addressGroup('192.0.2.1')).toBe('192.0.2.1');
  expect(addressGroup('unknown')).toBe('unknown');
});
