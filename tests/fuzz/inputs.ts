import fc, { type Arbitrary } from 'fast-check'
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLField,
  getNullableType,
} from 'graphql'
import { anyId, anyInt, anyJson, anyNumber, anyText } from './values.ts'

type Variables = Readonly<Record<string, unknown>>

/** Position of a value in the variables, and its type. */
interface Place {
  path: readonly (string | number)[]
  type: GraphQLInputType
}

/** A change to valid variables. */
interface Change {
  place: Place
  how: 'other' | 'wrong' | 'gone' | 'null' | 'many' | 'twice' | 'none' | 'extra'
  value: unknown
}

/** Generates values of a type that the schema allows, ignoring the domain's rules. */
export function ofType(type: GraphQLInputType, ids: readonly string[], depth = 4): Arbitrary<unknown> {
  if (isNonNullType(type)) return ofType(type.ofType, ids, depth)
  if (isListType(type)) return fc.array(ofType(type.ofType, ids, depth - 1), { maxLength: 3 })
  if (isEnumType(type))
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...type.getValues().map((value) => value.name)) },
      { weight: 1, arbitrary: anyText },
    )
  if (isInputObjectType(type)) {
    if (depth < 0) return fc.constant({})
    const fields = Object.values(type.getFields())
    return fc.record(Object.fromEntries(fields.map((field) => [field.name, ofType(field.type, ids, depth - 1)])), {
      requiredKeys: fields.filter((field) => isNonNullType(field.type)).map((field) => field.name),
    })
  }
  switch (type.name) {
    case 'ID':
      return anyId(ids)
    case 'Int':
    case 'Paise':
      return anyInt
    case 'Float':
      return anyNumber
    case 'Boolean':
      return fc.boolean()
    default:
      return fc.oneof({ weight: 5, arbitrary: anyText }, { weight: 1, arbitrary: fc.constantFrom(...ids) })
  }
}

/**
 * Generates variables for an operation. Half are valid ones with one or two changes, so that they pass most checks. The
 * rest comes from the types alone, or from nothing.
 * @param good valid variables; each is used equally often
 * @param ids of existing rows, in this school and in another
 */
export function variablesFor(
  field: GraphQLField<unknown, unknown>,
  good: readonly Variables[],
  ids: readonly string[],
): Arbitrary<Variables> {
  const places = good.map((variables) => field.args.flatMap((arg) => placesIn(variables[arg.name], arg.type, [arg.name])))
  const made = fc.record(
    Object.fromEntries(
      field.args.map((arg) => {
        const own = good[0]?.[arg.name]
        const type = ofType(arg.type, ids)
        // Without a school nothing passes.
        return [
          arg.name,
          arg.name === 'schoolId' ? fc.oneof({ weight: 8, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: type }) : type,
        ]
      }),
    ),
  ) as Arbitrary<Variables>
  const changed = fc.nat({ max: good.length - 1 }).chain((which) => {
    const from = places[which] ?? []
    if (from.length === 0) return fc.constant(good[which]!)
    return fc.array(changeOf(from, ids), { minLength: 1, maxLength: 3 }).map((changes) => changes.reduce(applied, good[which]!))
  })
  return fc.oneof(
    { weight: 50, arbitrary: changed },
    { weight: 4, arbitrary: fc.constantFrom(...good) },
    { weight: 38, arbitrary: made },
    { weight: 8, arbitrary: fc.record(Object.fromEntries(field.args.map((arg) => [arg.name, anyJson]))) as Arbitrary<Variables> },
  )
}

/** Generates variables with one text of the operation replaced by each of these texts; the rest stays valid. */
export function everyTextAs(field: GraphQLField<unknown, unknown>, good: Variables, texts: readonly string[]): Variables[] {
  const places = field.args.flatMap((arg) => placesIn(good[arg.name], arg.type, [arg.name]))
  return places.flatMap((place) => {
    const type = getNullableType(place.type)
    const element = isListType(type) ? getNullableType(type.ofType as GraphQLInputType) : type
    if (String(element) !== 'String') return []
    return texts.map((text) => applied(good, { place, how: 'other', value: isListType(type) ? [text] : text }))
  })
}

function changeOf(places: readonly Place[], ids: readonly string[]): Arbitrary<Change> {
  // The school is seldom changed, because everything else is checked after it.
  const inside = places.filter((place) => place.path[0] !== 'schoolId')
  const place =
    inside.length === 0
      ? fc.constantFrom(...places)
      : fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...inside) }, { weight: 1, arbitrary: fc.constantFrom(...places) })
  return place.chain((at) => {
    const of = (how: Change['how'], value: Arbitrary<unknown>) => value.map((made): Change => ({ place: at, how, value: made }))
    const list = isListType(getNullableType(at.type))
    return fc.oneof(
      { weight: 14, arbitrary: of('other', ofType(at.type, ids)) },
      { weight: 2, arbitrary: of('wrong', anyJson) },
      { weight: 1, arbitrary: of('gone', fc.constant(null)) },
      { weight: 1, arbitrary: of('null', fc.constant(null)) },
      { weight: 1, arbitrary: of('extra', fc.constantFrom('__proto__', 'constructor', 'isAdmin', 'schoolId', '')) },
      ...(list
        ? (
            [
              { weight: 5, arbitrary: of('twice', fc.constant(null)) },
              { weight: 2, arbitrary: of('none', fc.constant(null)) },
              { weight: 0.4, arbitrary: of('many', fc.constantFrom(60, 1100, 5100)) },
            ] as const
          ).map(({ weight, arbitrary }) => ({ weight: Math.max(1, Math.round(weight)), arbitrary }))
        : []),
    )
  })
}

/** Returns every position in a value, including omitted optional fields. */
function placesIn(value: unknown, type: GraphQLInputType, path: Place['path']): Place[] {
  const here = { path, type }
  const bare = getNullableType(type)
  if (isListType(bare))
    return [
      here,
      ...(Array.isArray(value)
        ? value.flatMap((one, nth) => placesIn(one, bare.ofType as GraphQLInputType, [...path, nth]))
        : []),
    ]
  if (!isInputObjectType(bare) || typeof value !== 'object' || value === null) return [here]
  return Object.values(bare.getFields()).flatMap((field) =>
    placesIn((value as Variables)[field.name], field.type, [...path, field.name]),
  )
}

function applied(variables: Variables, { place, how, value }: Change): Variables {
  return replaced(variables, place.path, (old) => {
    if (how === 'gone') return undefined
    if (how === 'null') return null
    if (how === 'none') return []
    if (how === 'twice') return Array.isArray(old) ? [...(old as unknown[]), ...(old as unknown[])] : old
    if (how === 'many')
      return Array.isArray(old) && old.length > 0
        ? Array.from({ length: Number(value) }, (_, nth) => old[nth % old.length] as unknown)
        : old
    if (how === 'extra')
      return typeof old === 'object' && old !== null && !Array.isArray(old)
        ? Object.defineProperty({ ...old }, String(value), { value: { admin: true }, enumerable: true })
        : value
    return value
  }) as Variables
}

function replaced(whole: unknown, path: Place['path'], change: (old: unknown) => unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return change(whole)
  if (typeof whole !== 'object' || whole === null) return whole
  const inner = replaced((whole as Variables)[first], rest, change)
  if (Array.isArray(whole)) return whole.map((one: unknown, nth) => (nth === first ? inner : one))
  return { ...whole, [first]: inner }
}
