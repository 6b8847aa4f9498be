import SchemaBuilder from '@pothos/core'
import { GraphQLError, Kind } from 'graphql'
import type { Action, RuleContext } from '../action.ts'
import { may, type Permission } from '../action.ts'
import type { Call } from '../command.ts'
import { notFound } from '../refusal.ts'
import { cachedSchool, type School, schoolById } from '../school.ts'

/** The one schema builder. Fields are non-null by default; ids are numbers on the server. */
export const builder = new SchemaBuilder<{
  Context: Call
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: true
  Scalars: {
    ID: { Input: string; Output: number | string }
    DateTime: { Input: never; Output: Date }
    Paise: { Input: number; Output: number }
  }
}>({ defaultFieldNullability: false, defaultInputFieldRequiredness: true })

builder.queryType({})
builder.mutationType({})

builder.scalarType('DateTime', {
  description: 'A date and time, as ISO 8601 in UTC.',
  serialize: (moment) => moment.toISOString(),
})

builder.scalarType('Paise', {
  description: 'An amount of money in whole paise, as an exact JSON number.',
  serialize: wholePaise,
  parseValue: wholePaise,
  parseLiteral: (literal) => {
    if (literal.kind !== Kind.INT) throw new GraphQLError('An amount is a whole number of paise.', { nodes: literal })
    return wholePaise(Number(literal.value))
  },
})

function wholePaise(value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number
  throw new GraphQLError('An amount is a whole number of paise.')
}

export const PermissionType = builder.objectRef<Permission>('Permission').implement({
  description: 'Whether the viewer may act, and if not, why.',
  fields: (t) => ({
    allowed: t.exposeBoolean('allowed'),
    reason: t.exposeString('reason', { nullable: true }),
  }),
})

/**
 * Defines the type `${name}ViewerCan` with one Permission per action, and its resolver for a row of a school. The
 * browser shows what is allowed from this and has no own list of rights.
 */
export function viewerCan<Row extends { schoolId: number }, const Names extends string>(
  name: string,
  actions: Record<Names, Action<Row>>,
) {
  const ref = builder.objectRef<RuleContext<Row>>(`${name}ViewerCan`)
  ref.implement({
    fields: (t) =>
      Object.fromEntries(
        (Object.entries(actions) as [Names, Action<Row>][]).map(([field, action]) => [
          field,
          t.field({ type: PermissionType, resolve: (facts) => may(action, facts) }),
        ]),
      ),
  })
  return {
    type: ref,
    // Without a promise where the school is known: a promise for each row of a list takes as long as the row.
    resolve: (row: Row, _: object, call: Call): RuleContext<Row> | Promise<RuleContext<Row>> => {
      const factsIn = (school: School | undefined) => {
        if (!school || !call.viewer) throw notFound()
        return { viewer: call.viewer, school, row }
      }
      const school = cachedSchool(call.database, row.schoolId)
      return school ? factsIn(school) : schoolById(call.database, row.schoolId).then(factsIn)
    },
  }
}
