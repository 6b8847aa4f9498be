import type { MessageState } from '#domains/messaging/server/messaging.exports.ts'

/** Whether the family of an absent student knows. The first six need nothing more. */
export const familyStates = [
  /** A guardian has told the school of the absence. */
  'TOLD_US',
  /** Somebody has talked to the family. */
  'TOLD',
  'DELIVERED',
  'SENT',
  'ON_THE_WAY',
  /** The notice is sent at the section's time. */
  'PLANNED',
  'FAILED',
  /** The provider has not answered: it may have arrived. */
  'UNKNOWN',
  /** None of the school's channels reaches the family. */
  'NO_PHONE',
  'HELD',
  'NOT_SENT',
] as const
export type FamilyState = (typeof familyStates)[number]

/** What decides whether a family knows of an absence. */
export interface FamilyFacts {
  told: boolean
  /** A guardian has told of the absence by a leave note. */
  leaveNote: boolean
  /** State of the notice; null without one. */
  message: MessageState | null
  /** A person has cancelled the notice. */
  cancelledByPerson: boolean
  reachable: boolean
  /** The school sends absence notices today. */
  noticesOn: boolean
  held: boolean
  /** The section has a time for notices. */
  timed: boolean
}

const messageStates: Readonly<Record<Exclude<MessageState, 'CANCELLED'>, FamilyState>> = {
  QUEUED: 'ON_THE_WAY',
  SENDING: 'ON_THE_WAY',
  SENT: 'SENT',
  DELIVERED: 'DELIVERED',
  READ: 'DELIVERED',
  FAILED: 'FAILED',
  UNKNOWN: 'UNKNOWN',
}

/** Decides whether the family of an absent student knows. */
export function familyState(facts: FamilyFacts): FamilyState {
  const { told, leaveNote, message, cancelledByPerson, reachable, noticesOn, held, timed } = facts
  if (leaveNote) return 'TOLD_US'
  if (told) return 'TOLD'
  if (message !== null && message !== 'CANCELLED') return messageStates[message]
  if (!reachable) return 'NO_PHONE'
  if (!noticesOn || cancelledByPerson) return 'NOT_SENT'
  if (held) return 'HELD'
  return timed ? 'PLANNED' : 'NOT_SENT'
}

/** Returns whether nobody has to do anything more for the family to know. */
export function isTakenCareOf(state: FamilyState): boolean {
  return familyStates.indexOf(state) <= familyStates.indexOf('PLANNED')
}
