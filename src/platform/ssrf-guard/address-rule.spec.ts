import { describe, expect, test } from '@jest/globals';
import { AddressRule, type Reason } from './address-rule.js';

const own = { ports: new Set([8080]), addresses: ['198.51.101.7', '10.1.2.3', '2001:41d0::7', 'fe80::7'] };

function judge(address: string, policy: { allow?: string[]; deny?: string[] } = {}, port = 443): Reason | null {
  const rule = new AddressRule({ allow: policy.allow ?? [], deny: policy.deny ?? [] });
  return rule.rejectionReason({ address, port, isEncrypted: true }, own);
}

const fullScope = ['0.0.0.0/0', '::/0'];

describe('without settings', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::8.8.8.8'])(
    'the public address %s is reached',
    (address) => {
      expect(judge(address)).toBeNull();
    },
  );

  test.each<[string, Reason]>([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['0.1.2.3', 'loopback'],
    ['::', 'loopback'],
    ['169.254.1.1', 'link_local'],
    ['fe80::1', 'link_local'],
    ['fe80::1%eth0', 'link_local'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['192.88.99.1', 'reserved'],
    ['fec0::1', 'reserved'],
    ['100::1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['169.254.169.254', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
  ])('%s is rejected as %s', (address, reason) => {
    expect(judge(address)).toBe(reason);
  });

  test.each<[string, string, Reason]>([
    ['mapped', '::ffff:127.0.0.1', 'loopback'],
    ['mapped in hexadecimal', '::ffff:7f00:1', 'loopback'],
    ['mapped metadata', '::ffff:a9fe:a9fe', 'metadata'],
    ['compatible', '::7f00:1', 'reserved'],
    ['compatible in dots', '::127.0.0.1', 'loopback'],
    ['compatible metadata', '::169.254.169.254', 'metadata'],
    ['translated (NAT64)', '64:ff9b::7f00:1', 'loopback'],
    ['translated private', '64:ff9b::10.0.0.1', 'private'],
    ['translated metadata', '64:ff9b::169.254.169.254', 'metadata'],
    ['translated locally', '64:ff9b:1::8.8.8.8', 'reserved'],
    ['translated locally, metadata', '64:ff9b:1:a9fe:a9:fe00::', 'metadata'],
    ['translated statelessly', '::ffff:0:127.0.0.1', 'reserved'],
    ['6to4', '2002:7f00:1::1', 'reserved'],
    ['6to4 of a public one', '2002:808:808::1', 'reserved'],
    ['6to4 metadata', '2002:a9fe:a9fe::1', 'metadata'],
    ['Teredo', '2001:0:808:808::80ff:fffe', 'reserved'],
    ['Teredo metadata', '2001:0:808:808::5601:5601', 'metadata'],
    ['ISATAP', '2606:4700::5efe:127.0.0.1', 'loopback'],
    ['ISATAP of a private one', '2606:4700::200:5efe:10.0.0.1', 'private'],
  ])('an IPv4 address in the clothes of IPv6 is judged as itself: %s', (_, address, reason) => {
    expect(judge(address)).toBe(reason);
  });

  test.each<[string, Reason]>([
    ['2130706433', 'loopback'],
    ['0x7f000001', 'loopback'],
    ['0177.0.0.1', 'loopback'],
    ['127.1', 'loopback'],
    ['0xa9fea9fe', 'metadata'],
    ['localhost', 'unreadable'],
    ['', 'unreadable'],
    ['127.0.0.1 ', 'unreadable'],
  ])('the spelling %j is rejected as %s', (address, reason) => {
    expect(judge(address)).toBe(reason);
  });

  test('plain text goes nowhere', () => {
    const rule = new AddressRule({ allow: [], deny: [] });
    expect(rule.rejectionReason({ address: '8.8.8.8', port: 80, isEncrypted: false }, own)).toBe('plain');
  });
});

describe('WEBHOOK_ALLOW', () => {
  test.each([
    ['10.1.0.0/16', '10.1.255.1'],
    ['127.0.0.1/32', '127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['fd12::/16', 'fd12::9'],
    ['10.0.0.0/8', '64:ff9b::10.0.0.9'],
    ['2002::/16', '2002:808:808::1'],
  ])('with %s lets %s through', (network, address) => {
    expect(judge(address, { allow: [network] })).toBeNull();
  });

  test.each([
    ['10.1.0.0/16', '10.2.0.1', 'private'],
    ['127.0.0.1/32', '127.0.0.2', 'loopback'],
    ['127.0.0.1/32', '::1', 'loopback'],
    ['::1', '127.0.0.1', 'loopback'],
  ])('with %s still rejects %s', (network, address, reason) => {
    expect(judge(address, { allow: [network] })).toBe(reason);
  });

  test('lets plain text go where it names', () => {
    const rule = new AddressRule({ allow: ['8.8.8.8'], deny: [] });
    expect(rule.rejectionReason({ address: '8.8.8.8', port: 80, isEncrypted: false }, own)).toBeNull();
    expect(rule.rejectionReason({ address: '8.8.4.4', port: 80, isEncrypted: false }, own)).toBe('plain');
  });

  test.each(['169.254.169.254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fd00:ec2::254', '100.100.100.200'])(
    'never opens the metadata service %s',
    (address) => {
      expect(judge(address, { allow: [...fullScope, address.replace(/^.*ffff:/, '')] })).toBe('metadata');
    },
  );

  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '198.51.101.7',
    '::ffff:198.51.101.7',
    '10.1.2.3',
    '2001:41d0::7',
    '2001:41d0:0:0:0:0:0:7',
    'fe80::7%eth0',
  ])('never opens our own listener at %s', (address) => {
    expect(judge(address, { allow: fullScope }, 8080)).toBe('own');
    expect(judge(address, { allow: fullScope }, 8081)).toBeNull();
  });
});

describe('WEBHOOK_DENY', () => {
  test.each([
    ['8.8.8.0/24', '8.8.8.8'],
    ['8.8.8.8', '::ffff:8.8.8.8'],
    ['8.8.8.8', '64:ff9b::8.8.8.8'],
    ['2606:4700::/32', '2606:4700::1111'],
  ])('with %s rejects %s', (network, address) => {
    expect(judge(address, { deny: [network] })).toBe('denied');
  });

  test('wins over WEBHOOK_ALLOW', () => {
    expect(judge('10.0.0.5', { allow: ['10.0.0.0/8'], deny: ['10.0.0.5'] })).toBe('denied');
  });
});
