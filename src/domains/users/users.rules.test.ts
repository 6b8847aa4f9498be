import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignableRoles } from '#shared/roles.ts'
import { repeatedEmails, storedLimit, storedZoom, whyNotChange, whyNotDelete, whyNotDisable, whyNotGrant } from './users.rules.ts'

const role = fc.constantFrom(...assignableRoles)
const classIds = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 8 })
const limitedToClasses = fc.boolean()
const person = fc.record({ id: fc.integer({ min: 1, max: 4 }), role, limitedToClasses, classIds, teaches: classIds })
const admin = fc.record({
  userId: fc.integer({ min: 1, max: 4 }),
  role: fc.constant('ADMIN' as const),
  classIds: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 }))),
})
const wanted = fc.record({ role, limitedToClasses, classIds })

const sameSet = (left: readonly number[], right: readonly number[]) =>
  left.length === right.length && left.every((id) => right.includes(id))

describe('whyNotChange, whyNotDisable and whyNotDelete', () => {
  test('nobody can disable or delete themselves', () => {
    fc.assert(
      fc.property(admin, person, (viewer, user) => {
        const self = { ...user, id: viewer.userId }
        expect(whyNotDisable(viewer, self)).toBe('You cannot disable yourself.')
        expect(whyNotDelete(viewer, self)).toBe('You cannot delete yourself.')
      }),
    )
  })

  test('an ADMIN of all classes may change everybody else', () => {
    fc.assert(
      fc.property(admin, person, (viewer, user) => {
        fc.pre(user.id !== viewer.userId)
        const full = { ...viewer, classIds: null }
        for (const why of [whyNotChange, whyNotDisable, whyNotDelete]) expect(why(full, user)).toBeNull()
      }),
    )
  })

  test('an ADMIN limited to classes may change only teachers without other classes', () => {
    fc.assert(
      fc.property(admin, person, (viewer, user) => {
        fc.pre(viewer.classIds !== null && user.id !== viewer.userId)
        for (const why of [whyNotChange, whyNotDisable, whyNotDelete])
          expect(why(viewer, user) === null).toBe(
            user.role === 'TEACHER' && user.teaches.every((id) => viewer.classIds?.includes(id)),
          )
      }),
    )
  })
})

describe('whyNotGrant', () => {
  test('nobody can change their own permission or classes', () => {
    fc.assert(
      fc.property(admin, person, wanted, (viewer, before, to) => {
        const [limit, self] = [storedLimit(to), { ...before, id: viewer.userId, ...storedLimit(before) }]
        const same =
          to.role === self.role && limit.limitedToClasses === self.limitedToClasses && sameSet(limit.classIds, self.classIds)
        expect(whyNotGrant(viewer, to, self) === null).toBe(same)
      }),
    )
  })

  test('an ADMIN limited to classes can never grant wider rights', () => {
    fc.assert(
      fc.property(admin, wanted, fc.option(person, { nil: undefined }), (viewer, to, before) => {
        fc.pre(viewer.classIds !== null && before?.id !== viewer.userId)
        const problem = whyNotGrant(viewer, to, before)
        const chosen = storedLimit(to).classIds
        const within = chosen.length > 0 && chosen.every((id) => viewer.classIds?.includes(id))
        const wanted = { TEACHER: null, ADMIN: within ? null : 'classIds' }[to.role as string]
        expect(problem?.path ?? null).toBe(wanted === undefined ? 'role' : wanted)
      }),
    )
  })

  test('a SUPERADMIN and an ADMIN of all classes can grant any rights', () => {
    fc.assert(
      fc.property(admin, wanted, person, (viewer, to, before) => {
        fc.pre(before.id !== viewer.userId)
        expect(whyNotGrant({ ...viewer, classIds: null }, to, before)).toBeNull()
        expect(whyNotGrant({ userId: 9, role: 'SUPERADMIN', classIds: null }, to)).toBeNull()
      }),
    )
  })
})

describe('stored fields', () => {
  test('are distinct classes for an ADMIN only, who is limited by them or without any', () => {
    fc.assert(
      fc.property(wanted, (to) => {
        const { limitedToClasses, classIds } = storedLimit(to)
        expect(new Set(classIds)).toEqual(new Set(to.role === 'ADMIN' ? to.classIds : []))
        expect(classIds).toHaveLength(new Set(classIds).size)
        expect(limitedToClasses).toBe(to.role === 'ADMIN' && (to.limitedToClasses || to.classIds.length > 0))
      }),
    )
  })

  test('are zoom fields for a TEACHER only', () => {
    const zoom = { zoomId: '1', zoomPassword: '2', zoomLink: 'https://zoom.us/j/1' }
    for (const one of assignableRoles)
      expect(storedZoom({ role: one, ...zoom })).toEqual(
        one === 'TEACHER' ? zoom : { zoomId: '', zoomPassword: '', zoomLink: '' },
      )
  })
})

test('repeatedEmails returns all but the first index of each e-mail', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (emails) => {
      const repeated = new Set(repeatedEmails(emails))
      const left = emails.filter((_, place) => !repeated.has(place))
      expect(left).toEqual([...new Set(emails)])
    }),
  )
})
