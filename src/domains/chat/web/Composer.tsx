import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { useUpload } from '#ui/useUpload.ts'
import { maxMessageLength } from '../chat.rules.ts'
import type { Message } from './messages.ts'
import { chatMessageKind } from './outboxKinds.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './Composer.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Progress } from '#ui/kit/Progress.tsx'
import { AttachIcon, SendIcon } from '#ui/kit/icons.ts'
import { Chip } from '#ui/kit/Chip.tsx'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { TextArea } from '#ui/kit/TextField.tsx'
import { FieldHint } from '#ui/kit/Field.tsx'
import { useMedia, usePhone } from '#ui/kit/useMedia.ts'

interface ComposerProps {
  threadId: string
  drafts: Map<string, string>
  onSent: (message: Message) => void
  /** Called when the server refused the message, because the data on screen may be outdated. */
  onRefused: () => void
}

/**
 * A form for a text, a picture or a PDF, or both. Without a connection the message waits in the outbox; the draft stays
 * until the message is stored there or at the server.
 */
export function Composer({ threadId, drafts, onSent, onRefused }: ComposerProps) {
  const outbox = useOutbox()
  const [text, setText] = useState(drafts.get(threadId) ?? '')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const attached = useAttachment(setProblem)
  const { file } = attached
  // With a keyboard Enter sends. On a phone it starts a new line, and the button sends.
  const keyboard = useMedia('(pointer: fine)')
  const phone = usePhone()
  const empty = text.trim() === '' && file === null

  function type(value: string) {
    setText(value)
    drafts.set(threadId, value)
    setProblem(null)
  }

  async function send() {
    if (sending || empty || attached.progress !== null) return
    setSending(true)
    setProblem(null)
    try {
      const message = { threadId, text, fileId: file?.id ?? '', fileName: file?.name ?? '' }
      const result = await outbox.send(chatMessageKind, message, text.slice(0, 60) || message.fileName)
      if (result.state === 'refused') {
        // The form still shows what was typed.
        await outbox.discard(result.key)
        onRefused()
        setProblem(genericMessage(result.failure))
        return
      }
      if (result.state === 'sent') onSent(result.data.sendChatMessage)
      type('')
      attached.clear()
    } catch (error) {
      setProblem(genericMessage(failureOf(error)))
    } finally {
      setSending(false)
      input.current?.focus()
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    // During text composition, as in Marathi, Enter confirms the word.
    if (!keyboard || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <form
      aria-label={t`Write a message`}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className={styles.form}
    >
      {file && <Chip label={file.name} onRemove={attached.clear} className={styles.chip} disabled={sending} />}
      {attached.progress !== null && (
        <Progress value={attached.progress * 100} aria-label={t`Sending the file`} className={styles.progress} />
      )}
      <Row gap={2} align="end">
        <Tooltip text={t`Attach a picture or a PDF`}>
          <IconButton
            aria-label={t`Attach a picture or a PDF`}
            onClick={attached.choose}
            disabled={sending || attached.progress !== null}
          >
            <AttachIcon />
          </IconButton>
        </Tooltip>
        {attached.picker}
        <TextArea
          label={t`Message`}
          hideLabel
          className={styles.message}
          value={text}
          ref={input}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          maxLength={maxMessageLength}
        />
        {phone ? (
          <IconButton type="submit" aria-label={t`Send`} loading={sending} disabled={empty}>
            <SendIcon />
          </IconButton>
        ) : (
          <Button
            type="submit"
            variant="primary"
            icon={<SendIcon />}
            loading={sending}
            disabled={empty}
            className={styles.button}
          >
            <Trans>Send</Trans>
          </Button>
        )}
      </Row>
      {text.length > maxMessageLength - 400 && <FieldHint>{t`${text.length} of ${maxMessageLength} characters`}</FieldHint>}
      {problem && (
        <FieldHint error role="alert">
          {problem}
        </FieldHint>
      )}
    </form>
  )
}

/** Uploads an attachment as soon as it is chosen. */
function useAttachment(onProblem: (problem: string | null) => void) {
  const { upload, accept } = useUpload('chat-attachment')
  const [file, setFile] = useState<{ id: string; name: string } | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const input = useRef<HTMLInputElement>(null)

  async function take(chosen: File | undefined) {
    if (!chosen) return
    onProblem(null)
    setProgress(0)
    try {
      setFile({ id: await upload(chosen, setProgress), name: chosen.name.slice(0, 100) })
    } catch (problem) {
      onProblem(problem instanceof Error ? problem.message : t`Invalid file object`)
    } finally {
      setProgress(null)
      if (input.current) input.current.value = ''
    }
  }

  return {
    file,
    progress,
    choose: () => input.current?.click(),
    clear: () => setFile(null),
    picker: (
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={t`Picture or PDF`}
        onChange={(event) => void take(event.target.files?.[0])}
      />
    ),
  }
}
