import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { failureOf, request } from '#domains/onlinefees/family/home.exports.tsx'
import { SendFamilyMessageDocument } from './chat.graphql.ts'
import type { Message } from './loadedChat.ts'
import type { Conversation } from './useChat.ts'

/** As the server takes it. */
const maxLength = 4000

interface Props {
  conversation: Conversation
  onSent: (message: Message) => void
  /** The server has refused, because what is shown is old. */
  onRefused: () => void
}

/** Writes to the school. What was typed stays until the server has it. */
export function Composer({ conversation: { place, studentId }, onSent, onRefused }: Props) {
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  /** The same words keep their key until the server has answered, so that a second tap sends nothing twice. */
  const unanswered = useRef<{ text: string; key: string } | null>(null)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const typed = text.trim()
    if (sending) return
    if (typed === '') {
      setProblem(t`Write something`)
      return field.current?.focus()
    }
    const key = unanswered.current?.text === typed ? unanswered.current.key : crypto.randomUUID()
    unanswered.current = { text: typed, key }
    setSending(true)
    setProblem(null)
    try {
      const { sendFamilyMessage } = await request(SendFamilyMessageDocument, { place, input: { key, studentId, text: typed } })
      unanswered.current = null
      setText('')
      onSent(sendFamilyMessage)
    } catch (error) {
      const failed = failureOf(error)
      if (failed.isFinal) {
        unanswered.current = null
        onRefused()
      }
      setProblem(failed.message)
    } finally {
      setSending(false)
    }
  }

  return (
    <form noValidate className="write" onSubmit={(event) => void send(event)}>
      <div className="field">
        <label htmlFor="message">
          <Trans>Message</Trans>
        </label>
        <textarea
          ref={field}
          id="message"
          rows={3}
          maxLength={maxLength}
          value={text}
          readOnly={sending}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'message-problem'}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        {problem !== null && (
          <p className="problem" id="message-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <button type="submit" className="primary" disabled={sending}>
        {sending ? t`Sending…` : t`Send`}
      </button>
    </form>
  )
}
