import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useContext, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ShellContext } from '../activeSchool.ts'
import { useDataClient } from '../data/DataProvider.tsx'
import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import { type Failure, failureOf, genericMessage, endsSession } from '../problems.ts'
import { useRequestKey } from '../requestKey.ts'
import { showSuccess } from '../snackbars.ts'
import { type Permission, usePermission } from '../viewerCan/usePermission.ts'
import { mountedFieldName } from './mountedFieldName.ts'
import { refusalMessage } from './refusalMessage.ts'
import { OutboxContext } from '../outbox/useOutbox.ts'
import type { OutboxKind } from '../outbox/kinds.ts'
import { GraphqlError } from '../data/requestGraphql.ts'
import { type DataChanges, useSendCommand } from '../useSendCommand.ts'

type FormSchema = z.ZodType<FieldValues, FieldValues>

export interface CommandFormOptions<Schema extends FormSchema, Data, Variables> extends DataChanges {
  /** The schema that the server's command parses with, too. */
  schema: Schema
  mutation: MutationDocument<Data, Variables>
  defaultValues: DefaultValues<z.input<Schema>>
  /**
   * Returns the mutation's variables; by default `{ schoolId, input }` with the active school. `key` is the request key
   * for a change that must be made once (platform/requestKeys.ts): `{ schoolId, input: { ...input, key } }`.
   */
  variables?: (input: z.output<Schema>, key: string) => Variables
  /** Sends through the outbox, so that what was typed waits on the device while there is no connection. */
  outbox?: {
    kind: OutboxKind<object, Data>
    /** Returns the input of the entry, which the kind turns into the mutation's variables. */
    entry: (input: z.output<Schema>) => object
    /** Describes the entry to the person. */
    label: (input: z.output<Schema>) => string
    /** Called instead of `onDone` when no answer came in time. */
    onWaiting: () => void
  }
  /** Snackbar on success; the specification's text. */
  success?: string | ((data: Data, input: z.output<Schema>) => string)
  /**
   * Error message above the buttons when no field is to blame. Receives the server's message, which is shown without
   * it.
   */
  failure?: (message: string, failure: Failure) => string
  /** Called when the server refused, because the data on screen may be outdated. */
  onRefused?: (failure: Failure) => void
  /** Called after every failure, when its message is shown. Used to refetch what somebody else has changed. */
  onFailure?: (failure: Failure) => void
  /**
   * Returns what the server has stored, for a form that stays open and shows it. A field that was changed while it was
   * saved keeps what was typed.
   */
  storedValues?: (data: Data) => DefaultValues<z.input<Schema>>
  /** Called with the server's answer, to set the form for what is typed next. */
  onStored?: (data: Data, input: z.output<Schema>) => void
  /** Called when the screen shows what was changed, to close a dialog. */
  onDone?: (data: Data, input: z.output<Schema>) => void
  /**
   * Resets the form to its defaults on success, for the next entry. A field's name moves the focus there; missing
   * values are then shown on submit, not on blur.
   */
  resetOnSuccess?: boolean | Path<z.input<Schema>>
  /** Names of the fields that keep their values at a reset, because the next entry usually has the same. */
  keptFields?: readonly Path<z.input<Schema>>[]
}

export interface CommandForm<Input extends FieldValues, Output extends FieldValues = Input> {
  form: UseFormReturn<Input, unknown, Output>
  /** Handler for `<form onSubmit>`. Ignored while a submit runs. */
  submit: (event?: FormEvent) => void
  saving: boolean
  /** Error that belongs to no field; `CommandForm` shows it above the buttons. */
  refusal: string | null
  /** Name of the mutation, such as `addTerm`. */
  mutation: string
  /**
   * Whether the viewer may run the mutation; undefined while loading. When not allowed, `CommandForm` shows the reason
   * instead of the fields.
   */
  may: Permission | undefined
}

/**
 * Form state for one command. The browser checks the schema first, and the server's `problems` are shown at their
 * fields. The typed values stay after a failure.
 */
export function useCommandForm<Schema extends FormSchema, Data, Variables>(
  options: CommandFormOptions<Schema, Data, Variables>,
): CommandForm<z.input<Schema>, z.output<Schema>> {
  const client = useDataClient()
  const sendCommand = useSendCommand()
  const schoolId = useContext(ShellContext)?.school?.id
  const focusedField = typeof options.resetOnSuccess === 'string' ? options.resetOnSuccess : null
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(options.schema),
    defaultValues: options.defaultValues,
    mode: focusedField === null ? 'onTouched' : 'onSubmit',
  })
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const running = useRef<symbol | null>(null)
  const withKey = useRequestKey()
  const outbox = useContext(OutboxContext)
  const [resetCount, setResetCount] = useState(0)
  const { setFocus } = form
  useEffect(() => {
    // After a reset the fields are registered only on the next render.
    if (resetCount > 0 && focusedField !== null) setFocus(focusedField)
  }, [resetCount, focusedField, setFocus])

  async function run(input: z.output<Schema>) {
    if (running.current !== null) return
    const thisRun = Symbol()
    running.current = thisRun
    setSaving(true)
    const letNextRun = () => {
      if (running.current !== thisRun) return
      running.current = null
      setSaving(false)
    }
    setRefusal(null)
    const submitted = options.storedValues && structuredClone(form.getValues())
    try {
      const data = options.outbox
        ? await sendThroughOutbox(options.outbox, input)
        : await withKey((key) =>
            sendCommand(
              options.mutation,
              // The default variables fit every command of a school.
              options.variables ? options.variables(input, key) : ({ schoolId, input } as unknown as Variables),
              { changesNothing: true },
            ),
          )
      if (data === undefined) return
      if (options.success) showSuccess(typeof options.success === 'string' ? options.success : options.success(data, input))
      if (options.resetOnSuccess) {
        // Before the lists are read again: what is typed meanwhile belongs to the next entry.
        const { defaultValues, keptFields = [] } = options
        const kept = Object.fromEntries(keptFields.map((name) => [name, form.getValues(name)]))
        form.reset({ ...defaultValues, ...kept } as DefaultValues<z.input<Schema>>)
        setResetCount((before) => before + 1)
        // The next entry does not wait until the screen's lists are read again.
        letNextRun()
      }
      if (options.storedValues && submitted) resetUntyped(form, options.storedValues(data), submitted)
      options.onStored?.(data, input)
      await client.forget([options.mutation.domain, ...(options.alsoChanges ?? [])])
      options.onDone?.(data, input)
    } catch (error) {
      const failure = failureOf(error)
      if (endsSession(failure)) return
      options.onRefused?.(failure)
      const unplaced = setFieldErrors(form, failure)
      setRefusal(refusalMessage(failure, unplaced, options.failure))
      options.onFailure?.(failure)
    } finally {
      letNextRun()
    }
  }

  /** Returns the server's answer; undefined when the entry waits. Throws a refusal, of which nothing stays behind. */
  async function sendThroughOutbox(
    { kind, entry, label, onWaiting }: NonNullable<CommandFormOptions<Schema, Data, Variables>['outbox']>,
    input: z.output<Schema>,
  ): Promise<Data | undefined> {
    if (!outbox || schoolId === undefined) throw new Error('Entries wait only for a person in a school.')
    const result = await outbox.send(kind, schoolId, entry(input), label(input))
    if (result.state === 'sent') return result.data
    if (result.state === 'waiting') {
      onWaiting()
      return undefined
    }
    // The form still shows what was typed.
    await outbox.discard(result.key)
    const { message, code, problems, id } = result.failure
    throw new GraphqlError([{ message, extensions: { code, problems, id } }])
  }

  return {
    form,
    submit: (event) => {
      event?.preventDefault()
      // React bubbles a dialog's submit to a form around it in the component tree.
      event?.stopPropagation()
      void form.handleSubmit(run)(event)
    },
    saving,
    refusal,
    mutation: options.mutation.field,
    may: usePermission(options.mutation),
  }
}

/**
 * Sets a form to the values that were stored, but for fields that are no longer as they were submitted. Their errors
 * are shown again.
 */
function resetUntyped<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  stored: DefaultValues<Input>,
  submitted: Input,
): void {
  const now = form.getValues()
  const typed = (Object.keys(now) as Path<Input>[]).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(submitted[name]),
  )
  const touched = typed.filter((name) => form.getFieldState(name).isTouched)
  form.reset(stored)
  for (const name of typed)
    form.setValue(name, now[name], {
      shouldDirty: true,
      shouldTouch: touched.includes(name),
      shouldValidate: touched.includes(name),
    })
}

/**
 * Shows each problem at its field. Returns the message of the problems that belong to no field on screen; null when
 * there are none.
 */
export function setFieldErrors<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  failure: Failure,
): string | null {
  const unplaced: string[] = []
  let focused = false
  for (const { path, message } of failure.problems) {
    const name = mountedFieldName(form.control._fields, path)
    if (name === null) {
      unplaced.push(message)
    } else {
      form.setError(name as Path<Input>, { type: 'server', message }, { shouldFocus: !focused })
      focused = true
    }
  }
  if (failure.problems.length === 0) return genericMessage(failure)
  return unplaced.length > 0 ? unplaced.join(' ') : null
}
