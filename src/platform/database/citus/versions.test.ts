import { expect, test } from 'vitest'
import { CannotStart } from '../../cannotStart.ts'
import { refuseUntriedVersions } from './versions.ts'

const good = { node: 'coordinator', postgres: '17.6 (Debian 17.6-1)', citus: '13.2.2' }

test('a cluster of the versions that were tried is taken', () => {
  expect(() => refuseUntriedVersions([good, { node: 'node 127.0.0.1:48001', postgres: '17.11', citus: '13.2.0' }])).not.toThrow()
})

test.each([
  { postgres: '15.20', citus: '13.2.2' },
  { postgres: '16.4 (Debian 16.4-1)', citus: '13.2.2' },
  { postgres: '18.1', citus: '14.0.1' },
  { postgres: '17.6', citus: '12.1.6' },
  { postgres: '17.6', citus: '13.1.0' },
  { postgres: '17.6', citus: '13.20.0' },
])('a node with PostgreSQL $postgres and Citus $citus is refused by its name', (versions) => {
  const refused = () => refuseUntriedVersions([good, { node: 'node worker-2:5432', ...versions }])
  expect(refused).toThrow(CannotStart)
  expect(refused).toThrow(`The node worker-2:5432 runs PostgreSQL ${versions.postgres} with Citus ${versions.citus}.`)
})
