/** Many texts as one, which is searched many times faster than one after the other. */
export class JoinedTexts {
  readonly #joined: string
  /** Where each text begins; the last is the end. */
  readonly #starts: Uint32Array

  constructor(texts: readonly string[]) {
    this.#joined = texts.join('\n')
    this.#starts = new Uint32Array(texts.length + 1)
    let start = 0
    texts.forEach((text, place) => {
      this.#starts[place] = start
      start += text.length + 1
    })
    this.#starts[texts.length] = start
  }

  /** Calls `found` with the place of every text that contains a part, which has no line break. */
  find(part: string, found: (place: number) => void): void {
    const starts = this.#starts
    let place = 0
    for (let at = this.#joined.indexOf(part); at !== -1; at = this.#joined.indexOf(part, starts[place])) {
      while ((starts[place + 1] as number) <= at) place += 1
      found(place)
      place += 1
    }
  }
}
