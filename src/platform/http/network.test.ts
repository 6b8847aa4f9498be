import { expect, test } from 'vitest'
import { networksOf, widestNetworkOf } from './network.ts'

test('an IPv4 address is its only network, also when it is written as an IPv6 address', () => {
  const expected = [{ network: '198.51.100.7', factor: 1 }]
  expect(networksOf('198.51.100.7')).toEqual(expected)
  expect(networksOf('::ffff:198.51.100.7')).toEqual(expected)
  expect(widestNetworkOf('198.51.100.7')).toBe('198.51.100.7')
})

test('an IPv6 address is counted by 64, 56 and 48 bits, each under a name of its own', () => {
  expect(networksOf('2001:db8:1:02ff::9')).toEqual([
    { network: '2001:0db8:0001:02ff:0000:0000:0000:0000', factor: 1 },
    { network: '2001:0db8:0001:0200:0000:0000:0000:0000/56', factor: 4 },
    { network: '2001:0db8:0001:0000:0000:0000:0000:0000/48', factor: 16 },
  ])
  const names = networksOf('2001:db8:1::1').map(({ network }) => network)
  expect(new Set(names).size).toBe(3)
})

test('two homes of one site share the widest network only', () => {
  const [one, other] = ['2001:db8:1:100::1', '2001:db8:1:200::1'].map((address) =>
    networksOf(address).map(({ network }) => network),
  )
  expect(one?.filter((network) => other?.includes(network))).toEqual([widestNetworkOf('2001:db8:1::')])
})
