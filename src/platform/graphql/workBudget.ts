import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { plural, t } from '#shared/texts.ts'
import { networkOf, networksOf, widestNetworkOf } from '../http/network.ts'
import { Refusal } from '../refusal.ts'
import { Lanes } from './lanes.ts'
import type { DocumentWork } from './work.ts'

/** Who asks for work: a person who is signed in, or a stranger. */
export interface WorkSender {
  person: { kind: keyof typeof people; key: string } | null
  /** The address that the request comes from. */
  address: string
}

/**
 * Shares of the budget of a member of staff, requests at once, and how many more may wait. `npm run budget` shows how
 * near a person comes to it.
 */
const people = {
  staff: { share: 1, atOnce: 6, waiting: 60 },
  student: { share: 0.3, atOnce: 4, waiting: 30 },
  guardian: { share: 0.2, atOnce: 4, waiting: 30 },
} as const

/**
 * Share of all people of one kind who are signed in in one network, such as a whole school: what one processor can do.
 * The kinds are apart, so that pupils do not use up what their teachers need.
 */
const shareOfNetwork = 3

/**
 * Shares of all strangers of one network, and their requests at once. People who are signed in share nothing with them.
 * A home or a rented server has many networks of 64 bits, which together have twice the share of one.
 */
const strangers = { share: 1, widerShare: 2, atOnce: 16, waiting: 300 }

/** The part of a share, of a person or of strangers, for documents that are not those of the product's own screens. */
const othersPart = 0.25

const windowSeconds = 60

/** The refusal of work over a budget. */
function tooMuchWork(retryAfterSeconds: number): Refusal {
  const message = t`That is a lot at once. Please try again in ${plural(retryAfterSeconds, { one: 'a second', other: '# seconds' })}.`
  return new Refusal('RATE_LIMITED', message, [], retryAfterSeconds)
}

/** The work of one request, from its arrival until its answer. */
export interface RequestWork {
  /**
   * Takes units from the budgets of the person and the network. Heavy work waits while other heavy work of the person
   * runs.
   *
   * @param isOwn the document is one of the product's own screens
   * @throws Refusal RATE_LIMITED, with the seconds after which it may succeed
   */
  take(work: Omit<DocumentWork, 'repeated'>, isOwn: boolean): Promise<void>
  /** The request is answered. */
  end(): void
}

/** The budgets of work in this process. */
export interface WorkBudget {
  /**
   * Begins a request, and waits while the person has too many at once.
   *
   * @throws Refusal RATE_LIMITED, with the seconds after which it may succeed
   */
  begin(sender: WorkSender): Promise<RequestWork>
  /** The largest part of a budget that anybody has used within a minute, since the process started; 1 is all of it. */
  readonly mostUsed: number
}

/**
 * Bounds the work that one person and one network can ask of a process: requests at once, and units of work (`work.ts`)
 * within a minute. The budgets are of each process, because it is the process that must stay free for others
 * (decisions/0118).
 *
 * @param perMinute units of a member of staff within a minute; 0 for no limit
 */
export function workBudget(perMinute: number): WorkBudget {
  const requests = new Lanes()
  const heavy = new Lanes()
  const budgets = new Map<string, RateLimiterMemory>()
  const budget = { begin, mostUsed: 0 }

  async function spend(name: string, share: number, key: string, units: number): Promise<void> {
    const points = Math.round(perMinute * share)
    let limiter = budgets.get(name)
    if (!limiter) budgets.set(name, (limiter = new RateLimiterMemory({ points, duration: windowSeconds })))
    const used = await limiter.consume(key, units).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) throw tooMuchWork(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
      throw refused
    })
    budget.mostUsed = Math.max(budget.mostUsed, used.consumedPoints / points)
  }

  /** @returns the budgets that pay, the widest last, so that what a narrower one refuses is not counted there */
  function payersOf({ person, address }: WorkSender, isOwn: boolean): [name: string, share: number, key: string][] {
    const [kindOfDocument, part] = isOwn ? ['own', 1] : ['others', othersPart]
    if (person)
      return [
        [`${person.kind} ${kindOfDocument}`, people[person.kind].share * part, person.key],
        [`network of ${person.kind}`, shareOfNetwork, networkOf(address)],
      ]
    return networksOf(address).map(({ network, factor }) => {
      const share = factor === 1 ? strangers.share : strangers.widerShare
      return [`strangers ${factor} ${kindOfDocument}`, share * part, network]
    })
  }

  async function begin(sender: WorkSender): Promise<RequestWork> {
    if (perMinute === 0) return unlimited
    const { person, address } = sender
    const key = person?.key ?? `strangers of ${widestNetworkOf(address)}`
    const leaves = [await enter(requests, key, person ? people[person.kind] : strangers)]
    return {
      end: () => {
        for (const leave of leaves.splice(0)) leave()
      },
      take: async (work, isOwn) => {
        // What a stranger is refused takes no more than to refuse it.
        const units = person ? work.units : work.openUnits
        for (const [name, share, payer] of payersOf(sender, isOwn)) await spend(name, share, payer, units)
        if (work.isHeavy && person) leaves.push(await enter(heavy, key, oneAtOnce))
      },
    }
  }
  return budget
}

/** Heavy work of one person. Strangers get none done. */
const oneAtOnce = { atOnce: 1, waiting: 30 }

async function enter(lanes: Lanes, key: string, limits: { atOnce: number; waiting: number }): Promise<() => void> {
  const entered = lanes.enter(key, limits)
  if (entered === null) throw tooMuchWork(fullLaneSeconds)
  return entered
}

/** After this time some of those that wait have been answered. */
const fullLaneSeconds = 5

const unlimited: RequestWork = { take: async () => undefined, end: () => undefined }
