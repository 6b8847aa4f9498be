/**
 * Limits of a JSON body. The largest valid ones are imports: 50,000 rows of 60 cells, five lists and objects deep.
 * Readers of nested values recurse for each level, and 2.5 million different names in one object take seconds to parse.
 */
export const jsonLimits = { depth: 66, members: 1000, containers: 500_000 }

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Limits the shape of JSON while its bytes arrive, before it is parsed. It is no parser: invalid JSON fails in the
 * parser at its first wrong byte, and up to that byte both count the same depth.
 */
export class JsonScan {
  #inText = false
  #escaped = false
  #depth = 0
  #containers = 0
  /** Number of commas in the open object of each level; -1 for a list. */
  readonly #commas = new Int32Array(jsonLimits.depth + 1)

  /** Scans a whole body, and forgets it. */
  problemOfWhole(body: Uint8Array): string | null {
    const problem = this.problem(body)
    this.#inText = false
    this.#escaped = false
    this.#depth = 0
    this.#containers = 0
    // Other levels begin with what opens them.
    this.#commas[0] = 0
    return problem
  }

  /** Scans the next bytes. Returns the exceeded limit as text; null when there is none. */
  problem(chunk: Uint8Array): string | null {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (byte === backslash) this.#escaped = true
        else if (byte === quote) this.#inText = false
        continue
      }
      if (byte === quote) this.#inText = true
      else if (byte === openList || byte === openObject) {
        this.#depth += 1
        this.#containers += 1
        if (this.#depth > jsonLimits.depth) return `its lists and objects are nested more than ${jsonLimits.depth} deep`
        if (this.#containers > jsonLimits.containers) return `it has more than ${jsonLimits.containers} lists and objects`
        this.#commas[this.#depth] = byte === openObject ? 0 : -1
      } else if (byte === closeList || byte === closeObject) this.#depth = Math.max(0, this.#depth - 1)
      else if (byte === comma && (this.#commas[this.#depth] ?? -1) >= 0) {
        const commas = (this.#commas[this.#depth] ?? 0) + 1
        this.#commas[this.#depth] = commas
        if (commas >= jsonLimits.members) return `one of its objects has more than ${jsonLimits.members} fields`
      }
    }
    return null
  }
}
