import { useEffect, useRef, useState } from 'react'
import { keepFamily, type SchoolLook } from './address.ts'
import { CreateOrderDocument, type CreateOrderMutationVariables } from './family.graphql.ts'
import { postToGateway } from './gateway.ts'
import { ask, type Failure, failureOf } from './server.ts'

/** After this long the gateway's page has not come: the order is shown instead. */
const leaving = 30_000

export interface Payment {
  /** True from the tap until the page is left, or it is known why not. */
  sending: boolean
  send: (input: Omit<CreateOrderMutationVariables['input'], 'key'>) => Promise<Failure | null>
}

/**
 * Stores an order and leaves for the gateway. The same fees and payer are sent under the same key until the server has answered
 * for good, so that a second tap or a lost answer makes no second order.
 */
export function usePayment(hash: string, school: SchoolLook, onStay: () => void): Payment {
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const held = useRef<{ thing: string; key: string } | null>(null)
  const stay = useRef(onStay)
  stay.current = onStay

  const done = () => {
    busy.current = false
    setSending(false)
  }

  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && done()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])

  const send: Payment['send'] = async (input) => {
    if (busy.current) return null
    busy.current = true
    setSending(true)
    const thing = JSON.stringify(input)
    const key = held.current?.thing === thing ? held.current.key : crypto.randomUUID()
    held.current = { thing, key }
    try {
      const { createOrder } = await ask(CreateOrderDocument, { hash, input: { key, ...input } })
      held.current = null
      keepFamily(hash, school)
      postToGateway(createOrder)
      setTimeout(() => {
        done()
        stay.current()
      }, leaving)
      return null
    } catch (error) {
      const failure = failureOf(error)
      if (failure.isFinal) held.current = null
      done()
      return failure
    }
  }
  return { sending, send }
}
