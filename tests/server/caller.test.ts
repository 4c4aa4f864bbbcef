import {expect, test} from 'vitest';
import {parseNetwork} from '../../src/server/http/callerAddress.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // As some proxies write it.
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['unknown', undefined], ['', undefined], ['203.0.113', undefined], ['203.0.113.7, 10.0.0.1', undefined],
])('%j counts as %j', (text, network) => {
  expect(parseNetwork(text)).toBe(network);
});
