import type { Database } from './connect.ts'

interface Rounds<Wanted, Answer> {
  /** By school, the round that still waits for its turn and takes more in. */
  gathering: Map<number, { all: Wanted[]; answer: Promise<Answer> }>
  /** By school, the last round that was begun or waits. */
  last: Map<number, Promise<unknown>>
}

/**
 * Returns a read of which a school has one at a time: all who ask while it runs share the next. So nobody gets an
 * answer that was read before the own question, and a school that many ask at once costs few round trips. A single
 * question does not wait.
 * @param load answers a round for all who share it; its failure is everybody's
 */
export function sharedRound<Wanted, Answer>(
  load: (database: Database, schoolId: number, all: readonly Wanted[]) => Promise<Answer>,
): (database: Database, schoolId: number, wanted: Wanted) => Promise<Answer> {
  const rounds = new WeakMap<Database, Rounds<Wanted, Answer>>()

  function begin(database: Database, { gathering, last }: Rounds<Wanted, Answer>, schoolId: number) {
    const all: Wanted[] = []
    // Requests that have arrived already are in the same round.
    const turn = last.get(schoolId) ?? new Promise((resolve) => setImmediate(resolve))
    const answer = turn.then(() => {
      gathering.delete(schoolId)
      return load(database, schoolId, all)
    })
    const end = answer.then(
      () => undefined,
      () => undefined,
    )
    last.set(schoolId, end)
    void end.then(() => {
      if (last.get(schoolId) === end) last.delete(schoolId)
    })
    const round = { all, answer }
    gathering.set(schoolId, round)
    return round
  }

  return (database, schoolId, wanted) => {
    let ofDatabase = rounds.get(database)
    if (!ofDatabase) rounds.set(database, (ofDatabase = { gathering: new Map(), last: new Map() }))
    const round = ofDatabase.gathering.get(schoolId) ?? begin(database, ofDatabase, schoolId)
    round.all.push(wanted)
    return round.answer
  }
}
