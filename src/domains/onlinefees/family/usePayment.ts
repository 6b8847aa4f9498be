import { useEffect, useRef, useState } from 'react'
import { storeReturnTarget, type SchoolBranding } from './address.ts'
import { CreateOrderDocument, type CreateOrderMutationVariables } from './family.graphql.ts'
import { postToGateway } from './gateway.ts'
import { request, type Failure, failureOf } from './request.ts'

/** If the gateway's page has not opened after this time, the family page is reloaded and shows the order. */
const leaveTimeoutMs = 30_000

export interface Payment {
  /** True from the tap until the page is left or the request has failed. */
  sending: boolean
  send: (input: Omit<CreateOrderMutationVariables['input'], 'key'>) => Promise<Failure | null>
}

/**
 * Stores an order and leaves for the gateway. The same fees and payer keep their request key until the server has
 * answered, so that a second tap or a lost answer makes no second order.
 */
export function usePayment(hash: string, school: SchoolBranding, onStay: () => void): Payment {
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const unanswered = useRef<{ body: string; key: string } | null>(null)
  const stay = useRef(onStay)
  stay.current = onStay

  const done = () => {
    busy.current = false
    setSending(false)
  }

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && done()
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])

  const send: Payment['send'] = async (input) => {
    if (busy.current) return null
    busy.current = true
    setSending(true)
    const body = JSON.stringify(input)
    const key = unanswered.current?.body === body ? unanswered.current.key : crypto.randomUUID()
    unanswered.current = { body, key }
    try {
      const { createOrder } = await request(CreateOrderDocument, { hash, input: { key, ...input } })
      unanswered.current = null
      storeReturnTarget(hash, school, createOrder.ref)
      postToGateway(createOrder)
      setTimeout(() => {
        done()
        stay.current()
      }, leaveTimeoutMs)
      return null
    } catch (error) {
      const failure = failureOf(error)
      if (failure.isFinal) unanswered.current = null
      done()
      return failure
    }
  }
  return { sending, send }
}
