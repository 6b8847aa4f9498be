/** Lets a few requests of each key run at once. The others of the key wait in order. */
export class Lanes {
  readonly #lanes = new Map<string, { running: number; waiting: (() => void)[] }>()

  /**
   * Enters the lane of a key, at once or when its turn comes.
   *
   * @param limits how many run at once, and how many may wait
   * @returns a function that leaves the lane; null when too many wait
   */
  enter(key: string, { atOnce, waiting: most }: { atOnce: number; waiting: number }): Promise<() => void> | null {
    let lane = this.#lanes.get(key)
    if (!lane) this.#lanes.set(key, (lane = { running: 0, waiting: [] }))
    const { waiting } = lane
    const leave = () => {
      const next = waiting.shift()
      if (next) next()
      else if ((lane.running -= 1) === 0) this.#lanes.delete(key)
    }
    if (lane.running < atOnce) {
      lane.running += 1
      return Promise.resolve(leave)
    }
    if (waiting.length >= most) return null
    return new Promise((resolve) => waiting.push(() => resolve(leave)))
  }
}
