import type { Button } from '#platform/payu/standInPage.ts'
import { type Chance, chanceOf } from './random.ts'

/** Ways to lie about an order to the return address or the webhook. */
export const forgeries = ['wrongHash', 'foreignTxnid', 'otherSchool', 'otherAmount', 'otherStatus', 'stolenSalt'] as const
export type Forgery = (typeof forgeries)[number]

/** A callback on its way: how long it takes, and to which of the two doors. */
export interface Delivery {
  after: number
  to: 'return' | 'form' | 'json'
}

/** What one order goes through. */
export interface Plan {
  chance: Chance
  /** How many fees are chosen, at most. */
  fees: number
  /** The browser sends the order twice. */
  sentTwice: boolean
  /** The payer never comes to the gateway. */
  abandoned: boolean
  /** What is pressed at the gateway. */
  button: Button
  charges: boolean
  /** The genuine callbacks beyond what the button loses; none means that all are lost. */
  deliveries: Delivery[]
  forged: (Delivery & { how: Forgery })[]
  /** What a clerk does at the same time: nothing, or cash for the first fee, or for all of them. */
  clerk: 'none' | 'one' | 'all'
  /** The payer says that nothing was paid. */
  givesUp: boolean
  /** The page asks what became of it. */
  asks: boolean
  /** The gateway finds later that a failed payment went through after all, or an undecided one failed. */
  turns: boolean
  /** Milliseconds after the first callback was sent that the server is killed; null when it is not for this order. */
  killAfter: number | null
}

const presses: Record<Button, number> = {
  upi: 34,
  card: 14,
  fail: 10,
  cancel: 8,
  close: 7,
  lost: 8,
  late: 2,
  twice: 6,
  otherAmount: 3,
  tampered: 4,
  pending: 4,
}

/** The fate of the nth order of a run. */
export function planOf(seed: number, nth: number, kills: boolean): Plan {
  const chance = chanceOf(seed, nth)
  const door = () => chance.weighed({ return: 60, form: 25, json: 15 })
  const button = chance.weighed(presses)
  const silent = button === 'close' || button === 'lost' || button === 'tampered'
  const many = silent ? 0 : chance.weighed({ '0': 8, '1': 52, '2': 25, '3': 15 })
  return {
    chance,
    button,
    fees: chance.whole(1, 5),
    sentTwice: chance.of100(10),
    abandoned: chance.of100(6),
    charges: chance.of100(12),
    deliveries: Array.from({ length: Number(many) }, () => ({
      after: chance.of100(60) ? chance.whole(0, 60) : chance.whole(100, 3000),
      to: door(),
    })),
    forged: chance.of100(35)
      ? Array.from({ length: chance.whole(1, 3) }, () => ({
          how: chance.pick(forgeries),
          after: chance.whole(0, 2500),
          to: door(),
        }))
      : [],
    clerk: chance.weighed({ none: 88, one: 7, all: 5 }),
    givesUp: chance.of100(button === 'close' ? 50 : 4),
    asks: chance.of100(15),
    turns: chance.of100(12),
    killAfter: kills && chance.of100(2) ? chance.whole(0, 40) : null,
  }
}
