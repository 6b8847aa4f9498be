/**
 * Limits of a JSON body. The largest valid ones are imports: 50,000 rows of 60 cells, five lists and objects deep.
 * Readers of nested values recurse for each level, and 2.5 million different names in one object take seconds to parse.
 */
export const jsonLimits = { depth: 66, members: 1000, containers: 500_000 }

/**
 * Returns which limit the shape of JSON exceeds, before it is parsed; null when it exceeds none. It is no parser:
 * invalid JSON fails in the parser at its first wrong character, and up to it both count the same depth.
 */
export function shapeProblem(json: string): string | null {
  /** Number of commas in the open object of each level; -1 for a list. */
  const commas = [-1]
  let containers = 0
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (character === '"') at = endOfText(json, at)
    else if (character === '[' || character === '{') {
      commas.push(character === '{' ? 0 : -1)
      containers += 1
      if (commas.length > jsonLimits.depth + 1) return `its lists and objects are nested more than ${jsonLimits.depth} deep`
      if (containers > jsonLimits.containers) return `it has more than ${jsonLimits.containers} lists and objects`
    } else if ((character === ']' || character === '}') && commas.length > 1) commas.pop()
    else if (character === ',' && (commas.at(-1) ?? -1) >= 0) {
      const counted = (commas.pop() ?? 0) + 1
      commas.push(counted)
      if (counted >= jsonLimits.members) return `one of its objects has more than ${jsonLimits.members} fields`
    }
  }
  return null
}

/** Returns the place of the quote that ends the text which starts here; the end of the JSON when none does. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1) {
    let backslashes = 0
    while (json[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end
    end = json.indexOf('"', end + 1)
  }
  return json.length
}
