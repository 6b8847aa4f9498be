import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { InternalRefetchQueriesInclude, MutationUpdaterFunction, ApolloCache } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useContext, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ShellContext } from '../activeSchool.ts'
import { type Failure, failureOf, genericText, isSignedOut } from '../problems.ts'
import { useRequestKey } from '../requestKey.ts'
import { saySuccess } from '../snackbars.tsx'
import { mutationName, type Permission, useMay } from '../viewerCan/useMay.ts'
import { fieldOf } from './fieldOf.ts'
import { refusalText } from './refusalText.ts'

type FormSchema = z.ZodType<FieldValues, FieldValues>

export interface CommandFormOptions<Schema extends FormSchema, Data, Variables extends OperationVariables> {
  /** The same schema the command on the server parses with. */
  schema: Schema
  mutation: TypedDocumentNode<Data, Variables>
  defaultValues: DefaultValues<z.input<Schema>>
  /**
   * The mutation's variables; by default `{ schoolId, input }` with the active school. `key` is the request's, for what must
   * be done once (platform/once.ts): `{ schoolId, input: { ...input, key } }`.
   */
  variables?: (input: z.output<Schema>, key: string) => Variables
  /** The snackbar when it worked; the specification's words. */
  success?: string | ((data: Data, input: z.output<Schema>) => string)
  /** The words above the buttons for a failure that no field is to blame for; gets the server's sentence. Without it that one is said. */
  failure?: (message: string, failure: Failure) => string
  /** Runs when the server has refused: what is on screen may be older than what it knows. */
  refused?: (failure: Failure) => void
  /** Puts a new row into the cached lists. */
  update?: MutationUpdaterFunction<Data, Variables, ApolloCache>
  /** Lists to fetch again, by operation name, when membership changed. */
  refetch?: InternalRefetchQueriesInclude
  /** Runs after every failure, when it has been said: to read anew what somebody else has changed. */
  onFailure?: (failure: Failure) => void
  onDone?: (data: Data, input: z.output<Schema>) => void
  /**
   * Empties the form back to its defaults once it worked, for the next entry. The name of a field puts the focus there, and what
   * is missing is then said when the form is sent and not when that field is left.
   */
  resetWhenDone?: boolean | Path<z.input<Schema>>
}

export interface CommandForm<Input extends FieldValues, Output extends FieldValues = Input> {
  form: UseFormReturn<Input, unknown, Output>
  /** For `<form onSubmit>`; a second submit while one runs does nothing. */
  submit: (event?: FormEvent) => void
  saving: boolean
  /** What was refused and stands on no field; shown above the buttons by `CommandForm`. */
  refusal: string | null
  /** The name of the mutation, such as `addTerm`. */
  mutation: string
  /** The server's answer before anything is typed; undefined until it is there. `CommandForm` shows the reason instead of the fields. */
  may: Permission | undefined
}

/**
 * A form that runs one command. The schema is checked in the browser first; the server's `problems` are put on their fields;
 * whatever went wrong, what was typed stays.
 */
export function useCommandForm<Schema extends FormSchema, Data, Variables extends OperationVariables>(
  options: CommandFormOptions<Schema, Data, Variables>,
): CommandForm<z.input<Schema>, z.output<Schema>> {
  const client = useApolloClient()
  const schoolId = useContext(ShellContext)?.school?.id
  const first = typeof options.resetWhenDone === 'string' ? options.resetWhenDone : null
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(options.schema),
    defaultValues: options.defaultValues,
    mode: first === null ? 'onTouched' : 'onSubmit',
  })
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const running = useRef(false)
  const withKey = useRequestKey()
  const [entered, setEntered] = useState(0)
  const { setFocus } = form
  useEffect(() => {
    // A form that was reset knows its fields only when they have been drawn again.
    if (entered > 0 && first !== null) setFocus(first)
  }, [entered, first, setFocus])

  async function run(input: z.output<Schema>) {
    if (running.current) return
    running.current = true
    setSaving(true)
    setRefusal(null)
    try {
      const { data } = await withKey((key) =>
        client.mutate<Data, Variables>({
          mutation: options.mutation,
          // Without `variables` the mutation takes what every command of a school takes.
          variables: options.variables ? options.variables(input, key) : ({ schoolId, input } as unknown as Variables),
          ...(options.update ? { update: options.update } : {}),
          ...(options.refetch ? { refetchQueries: options.refetch, awaitRefetchQueries: true } : {}),
        }),
      )
      const done = data as Data
      if (options.success) saySuccess(typeof options.success === 'string' ? options.success : options.success(done, input))
      if (options.resetWhenDone) {
        form.reset(options.defaultValues as DefaultValues<z.input<Schema>>)
        setEntered((before) => before + 1)
      }
      options.onDone?.(done, input)
    } catch (error) {
      const failure = failureOf(error)
      if (isSignedOut(failure)) return
      options.refused?.(failure)
      const loose = putOnFields(form, failure)
      setRefusal(refusalText(failure, loose, options.failure))
      options.onFailure?.(failure)
    } finally {
      running.current = false
      setSaving(false)
    }
  }

  return {
    form,
    submit: (event) => {
      event?.preventDefault()
      // A dialog's form sits inside the page's tree: without this, its submit would reach an outer form too.
      event?.stopPropagation()
      void form.handleSubmit(run)(event)
    },
    saving,
    refusal,
    mutation: mutationName(options.mutation),
    may: useMay(options.mutation),
  }
}

/** Puts each problem on its field. Returns what belongs to no field on screen, or null when every problem found its place. */
export function putOnFields<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  failure: Failure,
): string | null {
  const loose: string[] = []
  let focused = false
  for (const { path, message } of failure.problems) {
    const name = fieldOf(form.control._fields, path)
    if (name === null) {
      loose.push(message)
    } else {
      form.setError(name as Path<Input>, { type: 'server', message }, { shouldFocus: !focused })
      focused = true
    }
  }
  if (failure.problems.length === 0) return genericText(failure)
  return loose.length > 0 ? loose.join(' ') : null
}
