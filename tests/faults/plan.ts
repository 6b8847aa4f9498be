import type { Button } from '#development/standIns/gatewayPages.ts'
import { type Chance, chanceOf } from './random.ts'

/** Kinds of forged callbacks to the return URL or the webhook. */
export const forgeries = ['wrongHash', 'foreignTxnid', 'otherSchool', 'otherAmount', 'otherStatus', 'stolenSalt'] as const
export type Forgery = (typeof forgeries)[number]

/** Delivery of a callback: its delay, and the endpoint. */
export interface Delivery {
  after: number
  to: 'return' | 'form' | 'json'
}

/** Plan of an order. */
export interface Plan {
  chance: Chance
  /** Maximum number of fees chosen. */
  fees: number
  /** The browser sends the order twice. */
  sentTwice: boolean
  /** The payer never reaches the gateway. */
  abandoned: boolean
  /** Button pressed at the gateway. */
  button: Button
  charges: boolean
  /** Genuine callbacks beyond those that the button loses; empty when all are lost. */
  deliveries: Delivery[]
  forged: (Delivery & { how: Forgery })[]
  /** What a clerk does meanwhile: nothing, or take cash for the first fee or for all fees. */
  clerk: 'none' | 'one' | 'all'
  /** The payer gives the order up. */
  givesUp: boolean
  /** The page polls the order's state. */
  asks: boolean
  /** The gateway later reports a failed payment as successful, or an undecided one as failed. */
  turns: boolean
  /** Milliseconds from the first callback until the server is killed; null for no kill. */
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

/** Returns the plan of a run's nth order. */
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
