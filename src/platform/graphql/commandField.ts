import type { FieldNullability, InputFieldMap, InputRef, ShapeFromTypeParam, TypeParam } from '@pothos/core'
import type { Call } from '../command.ts'
import type { builder } from './builder.ts'
import { declaredWork } from './work.ts'

type Types = typeof builder.$inferSchemaTypes
type RootFields = PothosSchemaTypes.RootFieldBuilder<Types, unknown, 'Query' | 'Mutation'>

interface CommandField<Type extends TypeParam<Types>, Nullable extends FieldNullability<Type>> {
  type: Type
  nullable?: Nullable
  description?: string
  /** The argument `input`, which is the command's input. */
  input?: InputRef<object>
  /** Without `input`: the arguments that together are the command's input, such as `id`. */
  args?: InputFieldMap
  /** Units of work, if they are more than a usual field's; see {@link declaredWork}. */
  work?: number
  /** What the endpoint knows of the field, such as `importBy(action)`. */
  extensions?: Record<string, unknown>
}

/**
 * Adds a field that runs a command or a query of one school: its arguments are `schoolId` and the command's input. The
 * command parses the input, authorizes and answers; the field only translates.
 */
export function commandField<Type extends TypeParam<Types>, Nullable extends FieldNullability<Type> = false>(
  t: Pick<RootFields, 'field' | 'arg'>,
  run: (call: Call, schoolId: number | string, input: unknown) => Promise<ShapeFromTypeParam<Types, Type, Nullable>>,
  { input, args, work, extensions, ...options }: CommandField<Type, Nullable>,
) {
  return t.field({
    ...options,
    extensions: { ...extensions, ...(work === undefined ? {} : declaredWork(work)) },
    args: { schoolId: t.arg.id(), ...(input === undefined ? args : { input: t.arg({ type: input }) }) },
    resolve: (_: unknown, { schoolId, ...rest }: Record<string, unknown>, call: Call) =>
      run(call, schoolId as string, input === undefined ? rest : rest.input),
  } as never)
}
