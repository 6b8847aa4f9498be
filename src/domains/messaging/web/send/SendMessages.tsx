import { useApolloClient } from '@apollo/client/react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { putOnFields } from '#ui/forms/useCommandForm.ts'
import { failureOf, isSignedOut } from '#ui/problems.ts'
import { sendAgain, answersForGood, useRequestKey } from '#ui/requestKey.ts'
import { sayError, saySuccess } from '#ui/snackbars.tsx'
import { Preview } from './Preview.tsx'
import {
  MessageBatchesDocument,
  PreviewMessagesDocument,
  type PreviewMessagesQuery,
  type PreviewMessagesQueryVariables,
  QueueMessagesDocument,
} from './send.graphql.ts'
import type { Choice } from './choices.ts'
import { emptyForm, type SendForm, sendForm } from './sendForm.ts'
import { SendFields } from './SendFields.tsx'

type Asked = PreviewMessagesQueryVariables['input']
interface Previewed {
  asked: Asked
  preview: PreviewMessagesQuery['previewMessages']
}

export interface SendMessagesProps {
  choices: readonly Choice[]
  /** Why the viewer may not write to the whole school; null who may. */
  wholeSchoolRefused: string | null
  /** Said when messages were queued. */
  success: string
}

/** What is sent, to whom, what it will come to; then it is queued, exactly as it was previewed. */
export function SendMessages({ choices, wholeSchoolRefused, success }: SendMessagesProps) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const withKey = useRequestKey()
  const firstValues: SendForm = {
    ...emptyForm,
    what: choices.length === 1 ? (choices[0]?.name ?? '') : '',
    audience: wholeSchoolRefused === null ? '0' : '1',
  }
  const form = useForm({ resolver: zodResolver(sendForm), defaultValues: firstValues, mode: 'onTouched' })
  const [running, setRunning] = useState<'preview' | 'queue' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const latest = useRef(0)
  useEffect(() => {
    // What was previewed is not what the form says any more.
    const watching = form.watch(() => {
      latest.current += 1
      setPreviewed(null)
      setRefusal(null)
    })
    return () => watching.unsubscribe()
  }, [form])

  async function preview(asked: Asked): Promise<void> {
    const asking = latest.current
    const { data } = await client.query({
      query: PreviewMessagesDocument,
      variables: { schoolId, input: asked },
      fetchPolicy: 'no-cache',
    })
    if (data && latest.current === asking) setPreviewed({ asked, preview: data.previewMessages })
  }

  async function run(what: 'preview' | 'queue', work: () => Promise<void>): Promise<void> {
    if (running !== null) return
    setRunning(what)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      const failure = failureOf(error)
      if (isSignedOut(failure)) return
      const words = putOnFields(form, failure)
      // One mistake is said once: on its field, where the messages were queued, or at the form.
      if (what === 'queue' && words !== null) sayError(answersForGood(failure) ? words : sendAgain)
      else setRefusal(words)
    } finally {
      setRunning(null)
    }
  }

  const submit = form.handleSubmit((values) => run('preview', () => preview(askedBy(values, choices))))

  function queue({ asked, preview: { token } }: Previewed): Promise<void> {
    return run('queue', async () => {
      try {
        await withKey((key) =>
          client.mutate({
            mutation: QueueMessagesDocument,
            variables: { schoolId, input: { ...asked, token, key } },
            refetchQueries: [MessageBatchesDocument],
          }),
        )
      } catch (error) {
        // Somebody was added or left meanwhile: it is shown anew, and asked again.
        if (failureOf(error).code === 'CONFLICT') await preview(asked)
        throw error
      }
      saySuccess(success)
      form.reset(firstValues)
      setPreviewed(null)
    })
  }

  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 4,
        rowGap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
      }}
    >
      <FormProvider {...form}>
        <Box component="form" noValidate onSubmit={(event) => void submit(event)} aria-label="Messages to send">
          <SendFields choices={choices} wholeSchoolRefused={wholeSchoolRefused} />
          {refusal !== null && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {refusal}
            </Alert>
          )}
          <Box sx={{ mt: 3 }}>
            <Button
              type="submit"
              variant={previewed ? 'outlined' : 'contained'}
              loading={running === 'preview'}
              disabled={running === 'queue'}
            >
              Preview
            </Button>
          </Box>
        </Box>
      </FormProvider>
      {previewed && <Preview preview={previewed.preview} queueing={running === 'queue'} onQueue={() => void queue(previewed)} />}
    </Box>
  )
}

/** What the server is asked for. */
function askedBy(values: SendForm, choices: readonly Choice[]): Asked {
  const choice = choices.find(({ name }) => name === values.what)
  if (!choice) throw new Error('There is no such choice.')
  return {
    kind: choice.kind,
    ...(choice.templateId === null ? {} : { templateId: choice.templateId }),
    audience: Number(values.audience),
    sectionIds: values.audience === '1' ? values.sectionIds : [],
    studentIds: values.audience === '2' ? values.students.map(({ id }) => id) : [],
    text: choice.asksText ? values.text.trim() : '',
  }
}
