import { normalizeIP } from '@better-auth/core/utils/ip'

/**
 * Returns the network that an address is counted by: an IPv4 address itself, an IPv6 address by its first 64 bits,
 * because one subscriber has all addresses of that network.
 */
export function networkOf(address: string): string {
  return normalizeIP(address, { ipv6Subnet: 64 })
}
