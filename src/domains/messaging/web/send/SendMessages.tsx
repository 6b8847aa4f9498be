import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { setFieldErrors } from '#ui/forms/useCommandForm.ts'
import { failureOf, endsSession } from '#ui/problems.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { unknownOutcomeMessage, isDefiniteAnswer, useRequestKey } from '#ui/requestKey.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import {
  PreviewMessagesDocument,
  type PreviewMessagesQuery,
  type PreviewMessagesQueryVariables,
  QueueMessagesDocument,
} from './send.graphql.ts'
import type { Choice } from './choices.ts'
import { emptyForm, type SendForm, sendForm } from './sendForm.ts'
import { SendFields } from './SendFields.tsx'
import styles from './SendMessages.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'

/** Loaded when the first preview is asked for. */
const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }))

type PreviewInput = PreviewMessagesQueryVariables['input']
interface Previewed {
  input: PreviewInput
  preview: PreviewMessagesQuery['previewMessages']
}

export interface SendMessagesProps {
  choices: readonly Choice[]
  /** Why the viewer may not write to the whole school; null when allowed. */
  wholeSchoolRefused: string | null
  /** The confirmation after messages were queued. */
  success: string
  /** The only student to write to, in place of an audience, and what sends the previewed message. */
  to?: MessageRecipient
}

/** A notice as it was previewed, with the preview's token and a request key. */
export type NoticeOrder = Pick<PreviewInput, 'templateId' | 'text' | 'otherTexts'> & { token: string; key: string }

export interface MessageRecipient {
  student: { id: string; name: string }
  send: (order: NoticeOrder) => Promise<unknown>
  onSent: () => void
}

/** A form that previews messages and their cost, and then queues exactly the previewed batch. */
export function SendMessages({ choices, wholeSchoolRefused, success, to }: SendMessagesProps) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const firstValues: SendForm = {
    ...emptyForm,
    what: choices.length === 1 ? (choices[0]?.name ?? '') : '',
    ...audienceOf(to, wholeSchoolRefused),
  }
  const form = useForm({ resolver: zodResolver(sendForm), defaultValues: firstValues, mode: 'onTouched' })
  const [running, setRunning] = useState<'preview' | 'queue' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const latest = useRef(0)
  useEffect(() => {
    // A change in the form makes the preview outdated.
    const watching = form.watch(() => {
      latest.current += 1
      setPreviewed(null)
      setRefusal(null)
    })
    return () => watching.unsubscribe()
  }, [form])

  async function loadPreview(input: PreviewInput): Promise<void> {
    const version = latest.current
    const data = await client.request(PreviewMessagesDocument, { schoolId, input })
    if (data && latest.current === version) setPreviewed({ input, preview: data.previewMessages })
  }

  async function run(what: 'preview' | 'queue', work: () => Promise<void>): Promise<void> {
    if (running !== null) return
    setRunning(what)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      const failure = failureOf(error)
      if (endsSession(failure)) return
      const words = setFieldErrors(form, failure)
      // Shows an error once: on its field, beside the queue button, or at the form.
      if (what === 'queue' && words !== null) showError(isDefiniteAnswer(failure) ? words : unknownOutcomeMessage)
      else setRefusal(words)
    } finally {
      setRunning(null)
    }
  }

  const submit = form.handleSubmit((values) => run('preview', () => loadPreview(previewInputFrom(values, choices))))

  function queue({ input, preview: { token } }: Previewed): Promise<void> {
    return run('queue', async () => {
      try {
        await withKey<unknown>((key) =>
          to
            ? to.send({ ...noticeOf(input), token, key })
            : sendCommand(QueueMessagesDocument, { schoolId, input: { ...input, token, key } }),
        )
      } catch (error) {
        // The recipients have changed: shows a new preview, which the user can queue.
        if (failureOf(error).code === 'CONFLICT') await loadPreview(input)
        throw error
      }
      showSuccess(success)
      to?.onSent()
      form.reset(firstValues)
      setPreviewed(null)
    })
  }

  return (
    <div className={styles.grid}>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)} aria-label={t`Messages to send`}>
          <SendFields choices={choices} wholeSchoolRefused={wholeSchoolRefused} audience={!to} />
          {refusal !== null && (
            <Alert kind="error" className={styles.alert}>
              {refusal}
            </Alert>
          )}
          <div className={styles.spaced}>
            <Button
              type="submit"
              variant={previewed ? 'normal' : 'primary'}
              loading={running === 'preview'}
              disabled={running === 'queue'}
            >
              <Trans>Preview</Trans>
            </Button>
          </div>
        </form>
      </FormProvider>
      {previewed && (
        <Suspense fallback={<LoadingState />}>
          <Preview preview={previewed.preview} queueing={running === 'queue'} onQueue={() => void queue(previewed)} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the form's first audience: the given student, else the whole school where that is allowed. */
function audienceOf(to: MessageRecipient | undefined, wholeSchoolRefused: string | null): Partial<SendForm> {
  if (to) return { audience: '2', students: [{ id: to.student.id, label: to.student.name }] }
  return { audience: wholeSchoolRefused === null ? '0' : '1' }
}

function noticeOf({ templateId, text, otherTexts }: PreviewInput): Pick<PreviewInput, 'templateId' | 'text' | 'otherTexts'> {
  return { templateId, text, otherTexts }
}

/** Builds the preview's input from the form. */
function previewInputFrom(values: SendForm, choices: readonly Choice[]): PreviewInput {
  const choice = choices.find(({ name }) => name === values.what)
  if (!choice) throw new Error('There is no such choice.')
  return {
    kind: choice.kind,
    ...(choice.templateId === null ? {} : { templateId: choice.templateId }),
    audience: Number(values.audience),
    sectionIds: values.audience === '1' ? values.sectionIds : [],
    studentIds: values.audience === '2' ? values.students.map(({ id }) => id) : [],
    text: choice.asksText ? values.text.trim() : '',
    otherTexts: choice.otherLanguages.map((language) => ({ language, text: values.otherTexts[language]?.trim() ?? '' })),
  }
}
