import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditActions, columnLabel, fieldLabel } from './auditActions.ts'

const root = join(import.meta.dirname, '../../..')
const sources = globSync(['src/**/server/*.ts', 'src/platform/**/*.ts', 'scripts/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'))

/** Names of actions, however they are written down: by a permission, or into the table. */
const named = new Set(
  sources.flatMap((text) =>
    [
      ...text.matchAll(/\b(?:action|undoAction)(?:<[^(]*>)?\(\s*'([\w.]+)'/g),
      ...text.matchAll(/\baction: '(\w+\.\w+)'/g),
      ...text.matchAll(/'(?:SERVER|JOB)', '([\w.]+)'/g),
    ].map(([, name = '']) => name),
  ),
)
/** `onlineOrder.${state}`: the states in which an order comes to rest. */
const ofOrders = ['success', 'failure', 'cancel', 'mismatch'].map((state) => `onlineOrder.${state}`)

/** The actions that commands carry out, by the constants they are given: queries write nothing. */
const permissions = new Map(
  sources.flatMap((text) =>
    [...text.matchAll(/(\w+): (?:action|undoAction)(?:<[^(]*>)?\(\s*'([\w.]+)'/g)].map(([, key = '', name = '']) => [name, key]),
  ),
)
const commands = new Set(
  sources.flatMap((text) => [...text.matchAll(/\bcommand(?:<[^{]*?>)?\(\{\s*action: \w+\.(\w+)/g)].map(([, key = '']) => key)),
)

test('every audited action has a label, and every label has an action', () => {
  const written = [...named].filter((name) => {
    const key = permissions.get(name)
    return key === undefined || commands.has(key)
  })
  const known = [...auditActions.keys()]
  expect([...written, ...ofOrders].filter((name) => !auditActions.has(name))).toEqual([])
  expect(known.filter((name) => !named.has(name) && !ofOrders.includes(name))).toEqual([])
  expect(written.length).toBeGreaterThan(110)
})

test('labels of actions are unique, and fields have readable labels', () => {
  const labels = [...auditActions.values()].map((action) => action.label)
  expect(new Set(labels).size).toBe(labels.length)
  const fields = [
    'photoFile',
    'aadharNumber',
    'deletedAt',
    'classId',
    'classIds',
    'feeCategoryIds',
    'teacherIds',
    'sr',
    'gpsId',
    'deviceId',
  ]
  expect(fields.map(fieldLabel)).toEqual([
    'photo file',
    'Aadhaar number',
    'deleted',
    'class',
    'classes',
    'fee categories',
    'teachers',
    'serial number',
    'GPS ID',
    'device ID',
  ])
  expect(['class_id', 'created_at', 'uid_no'].map(columnLabel)).toEqual(['class id', 'created at', 'UID no.'])
})
