/** A position in the write-ahead log (LSN), in bytes from its start. */
export type WalPosition = bigint

/** The default size of a WAL segment file, as `initdb` chooses it. */
export const segmentSize = 16n * 1024n * 1024n

/** Parses PostgreSQL's notation, such as `0/16B3748`. */
export function parsePosition(text: string): WalPosition {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function showPosition(position: WalPosition): string {
  return `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffff_ffffn).toString(16).toUpperCase()}`
}

/** Returns the start of the segment that contains a position. */
export function segmentStart(position: WalPosition): WalPosition {
  return position - (position % segmentSize)
}

/** Returns PostgreSQL's file name of the segment that contains a position. */
export function segmentName(timeline: number, position: WalPosition): string {
  const number = position / segmentSize
  const perFile = 0x1_0000_0000n / segmentSize
  const parts = [BigInt(timeline), number / perFile, number % perFile]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** Formats a position as sixteen hexadecimal digits, which sort like positions. */
export function sortableName(position: WalPosition): string {
  return position.toString(16).padStart(16, '0')
}
