import { isIPv6 } from 'node:net'
import { normalizeIP } from '@better-auth/core/utils/ip'

/**
 * Returns the network that an address is counted by: an IPv4 address itself, an IPv6 address by its first 64 bits,
 * because one subscriber has all addresses of that network.
 */
export function networkOf(address: string | undefined): string {
  // A connection that has closed meanwhile has no address.
  if (address === undefined) return ''
  return normalizeIP(address, { ipv6Subnet: 64 })
}

/** A network of an address, and by how much its limits are higher than those of one subscriber. */
export interface CountedNetwork {
  network: string
  factor: number
}

/**
 * Returns the networks that an address is counted by, the narrowest first. Providers give a home a /56, and a site or a
 * rented server a /48 with 65,536 networks of 64 bits: guesses must not be multiplied by changing between them. Their
 * limits are higher, because the phones of a mobile network share them.
 */
export function networksOf(address: string | undefined): CountedNetwork[] {
  const narrow = { network: networkOf(address), factor: 1 }
  if (address === undefined || !isIPv6(narrow.network)) return [narrow]
  return [
    narrow,
    { network: `${normalizeIP(address, { ipv6Subnet: 56 })}/56`, factor: 4 },
    { network: widestNetworkOf(address), factor: 16 },
  ]
}

/** Returns the widest network of an address: an IPv4 address itself, the first 48 bits of an IPv6 address. */
export function widestNetworkOf(address: string | undefined): string {
  const network = networkOf(address)
  return address !== undefined && isIPv6(network) ? `${normalizeIP(address, { ipv6Subnet: 48 })}/48` : network
}
